"""The table in the browser: routes, stream, pages. Knows no game; `web/app.py` alone opens their door."""
