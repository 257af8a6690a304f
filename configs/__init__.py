"""Studies that run as they are, found by name after an installation."""
