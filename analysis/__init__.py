"""From recorded games to tables with intervals."""

from analysis.tables import Tables, analyse, save

__all__ = ["Tables", "analyse", "save"]
