"""Par sheets as PDF, XLSX, HTML and CSV."""
