"""Neighbourhoods of the graph as pictures: what they show, where it stands, and the SVG of it."""
