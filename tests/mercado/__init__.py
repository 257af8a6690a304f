"""Tests of Mercado."""
