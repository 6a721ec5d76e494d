"""Reports of the jackpots, win pages and tax forms, on paper and as spreadsheets."""
