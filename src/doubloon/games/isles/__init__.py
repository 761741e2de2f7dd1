"""One-Eye's Isles, whole: rules, cards, texts, views and tests."""
