"""The Starfarers of Catan by Klaus Teuber: a companion for the editions of 1999 and 2019."""

from .game import Starfarers

game = Starfarers()
