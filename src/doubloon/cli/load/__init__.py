"""The load of `doubloon bench server`: a server in a process of its own, and clients that act as fast as they are
answered.
"""
