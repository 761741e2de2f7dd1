"""Tables that last: people and bots at them, the log in a database, one door for every action. No HTTP."""
