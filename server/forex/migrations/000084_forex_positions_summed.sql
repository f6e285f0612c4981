-- What its ended orders come to is kept from now on, and a list of what came to the same on a symbol is read by an index.
insert into order_sums select user_id, 'forex', symbol, currency, state, count(*), sum(initial), sum(returned), 0, 0, 0
  from forex_positions where settled_ms is not null group by user_id, symbol, currency, state;
drop index forex_positions_ended;
create index forex_positions_ended on forex_positions (user_id, id) where settled_ms is not null;
create index forex_positions_by_state on forex_positions (user_id, symbol, state, id);
