"""Many games at once: matches, ladders, simulations and what they tell. Needs the libraries of the extra `lab`."""
