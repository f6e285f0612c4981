-- What ended orders count as traded, in minor units of USDT: kept with what else they come to.
alter table order_sums add column turnover bigint not null default 0;
update order_sums set turnover = sums.turnover from (
    select user_id, 'microtrade' as kind, symbol, currency, state, sum(coalesce(turnover, 0)) as turnover
      from microtrades where settled_ms is not null group by user_id, symbol, currency, state
    union all select user_id, 'lever', symbol, currency, state, sum(turnover)
      from levers where settled_ms is not null group by user_id, symbol, currency, state
    union all select user_id, 'spot', symbol, currency, state, sum(worth)
      from spots where settled_ms is not null group by user_id, symbol, currency, state
    union all select user_id, 'forex', symbol, currency, state, sum(turnover)
      from forex_positions where settled_ms is not null group by user_id, symbol, currency, state
  ) as sums
  where order_sums.user_id = sums.user_id and order_sums.kind = sums.kind and order_sums.symbol = sums.symbol
    and order_sums.currency = sums.currency and order_sums.state = sums.state;
