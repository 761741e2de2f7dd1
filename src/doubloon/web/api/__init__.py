"""The same tables for programs: JSON, an OpenAPI document, a token for each person."""
