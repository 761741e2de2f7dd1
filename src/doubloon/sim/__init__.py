"""The lab: batches of games, what they say with intervals and pictures, and the search for better numbers. Needs the extra `lab`."""
