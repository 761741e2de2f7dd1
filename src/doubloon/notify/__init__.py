"""Messages to people who have no page of a table open: what is told to whom, when, and by which channel.

Nothing is sent unless the person has set it up. What happens at tables puts messages into the outbox, in the same
transaction (`outbox.py`); in the background each is looked at when it is due, and sent if it is still worth it
(`notifier.py`), by a process of its own that can reach no address which it should not (`sender.py`).
"""
