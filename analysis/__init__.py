"""From recorded games to tables with intervals."""
