"""The back office: meters, ledgers, days, reports and configuration, as pages and API."""
