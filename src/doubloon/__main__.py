"""`python -m doubloon` is the command `doubloon`."""

from doubloon.cli.main import main

main()
