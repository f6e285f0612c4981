drop index microtrades_live;
create index microtrades_live on microtrades (user_id, id) where settled_ms is null;
-- It holds all that totals ask for, and they read it alone.
create index microtrades_ended on microtrades (user_id, id, kind, state, currency, amount, payout, settled_ms)
  where settled_ms is not null;
