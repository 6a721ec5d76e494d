"""Drills: hands and rounds generated from a seed, with answers judged by the engine that settles real tables.

The server stores nothing about a learner: it regenerates the question from its seed to judge the answer.
"""
