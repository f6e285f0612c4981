-- What its ended orders come to is kept from now on, and a list of what came to the same on a symbol is read by an index.
insert into order_sums select user_id, 'spot', symbol, currency, state, count(*), 0, 0, sum(case when side = 'buy' then worth else 0 end),
    sum(case when side = 'sell' then worth else 0 end), sum(fee)
  from spots where settled_ms is not null group by user_id, symbol, currency, state;
drop index spots_ended;
create index spots_ended on spots (user_id, id) where settled_ms is not null;
create index spots_by_state on spots (user_id, symbol, state, id);
