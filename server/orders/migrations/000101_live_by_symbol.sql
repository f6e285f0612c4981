-- What is live on a symbol is read without what has ended on it.
create index microtrades_symbol_live on microtrades (user_id, symbol, id) where settled_ms is null;
create index levers_symbol_live on levers (user_id, symbol, id) where settled_ms is null;
create index spots_symbol_live on spots (user_id, symbol, id) where settled_ms is null;
create index forex_positions_symbol_live on forex_positions (user_id, symbol, id) where settled_ms is null;
