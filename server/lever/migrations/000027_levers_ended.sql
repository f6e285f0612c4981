-- It holds all that totals ask for, and they read it alone.
create index levers_ended on levers (user_id, id, market, symbol, state, currency, paid, returned, settled_ms)
  where settled_ms is not null;
