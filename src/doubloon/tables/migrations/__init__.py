"""How the database came to be what it is, step by step; each start brings an older one up to date."""
