"""Addresses and what answers them, one module for each part of the site."""
