create index loans_open on loans (state, id) where settled_ms is null;
