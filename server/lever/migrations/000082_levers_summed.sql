-- What its ended orders come to is kept from now on, and a list of what came to the same on a symbol is read by an index.
insert into order_sums select user_id, 'lever', symbol, currency, state, count(*), sum(paid), sum(returned), 0, 0, 0
  from levers where settled_ms is not null group by user_id, symbol, currency, state;
drop index levers_ended;
create index levers_ended on levers (user_id, id) where settled_ms is not null;
create index levers_by_state on levers (user_id, symbol, state, id);
