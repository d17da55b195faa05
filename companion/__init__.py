"""The companion at the table: engine, games, store and screens."""
