"""Lancaster (Big Box), the base game for 2 to 5 players."""
