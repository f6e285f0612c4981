create index deposits_open on deposits (id) where settled_ms is null;
