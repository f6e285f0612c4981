-- Ended orders are listed by the time of their end: all of them, or those on a symbol with a result.
create index microtrades_by_end on microtrades (user_id, settled_ms, id) where settled_ms is not null;
create index levers_by_end on levers (user_id, settled_ms, id) where settled_ms is not null;
create index spots_by_end on spots (user_id, settled_ms, id) where settled_ms is not null;
create index forex_positions_by_end on forex_positions (user_id, settled_ms, id) where settled_ms is not null;
create index microtrades_state_by_end on microtrades (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
create index levers_state_by_end on levers (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
create index spots_state_by_end on spots (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
create index forex_positions_state_by_end on forex_positions (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
