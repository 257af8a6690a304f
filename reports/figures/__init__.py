"""One file a section: which numbers it shows, and how."""
