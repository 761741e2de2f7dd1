"""One table as a page: from a table in memory to HTML for one viewer."""
