"""The terms in which a poker game is stated: values, results, lines, wagers and streets."""
