"""The lab: ladders of bots, batches of games, what they say with intervals and pictures, and better numbers. Needs the
extra `lab`.
"""
