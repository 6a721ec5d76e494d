"""What a poker game is stated in: values, results, lines, wagers and streets."""
