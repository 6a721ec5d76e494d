"""Documents: PDF, spreadsheets, web pages, CSV and drawings, one folder per document."""
