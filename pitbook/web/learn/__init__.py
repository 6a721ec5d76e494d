"""Drills: hands and rounds that follow from a number, and what an answer is worth by the engine that pays and counts.

Nothing is kept here of a learner: a question follows from its seed, so that an answer is judged by asking it again.
"""
