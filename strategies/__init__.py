"""Policies that choose among legal actions; one folder a game."""
