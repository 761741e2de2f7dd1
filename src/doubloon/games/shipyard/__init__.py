"""Pirate Shipyard, whole: rules, cards, texts, views and tests."""
