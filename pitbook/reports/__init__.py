"""Reports: what Pitbook knows, on paper, in a spreadsheet, on a page and in the terminal."""
