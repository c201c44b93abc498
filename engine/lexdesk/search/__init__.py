"""From a parsed query to hits: candidates, connectors and filters, fusion, highlights and labels."""
