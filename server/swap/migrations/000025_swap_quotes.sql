create index swaps_expired on swaps (settled_ms) where state = 'expired';
