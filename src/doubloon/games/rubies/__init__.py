"""Sea of Rubies, whole: rules, cards, texts, views and tests."""
