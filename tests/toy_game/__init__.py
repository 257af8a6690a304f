"""A tiny complete game: a race to a goal with a safe step, a gamble and a hidden bonus.

It implements every room of the contract and is found through entry points, as a third party's game would be.
"""
