"""Lessons: prepared positions on the real rules, in which a learner does the thing and reads what it did."""
