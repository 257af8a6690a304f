"""From tables to figures and one self-contained HTML page."""
