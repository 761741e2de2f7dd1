"""Tests of Wreck Divers."""
