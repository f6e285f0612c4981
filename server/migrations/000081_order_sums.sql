-- What a person's ended orders come to, of the kinds that are among the lists of all. The order kernel adds each where it ends. Amounts in
-- minor units; bought, sold and fees of USDT.
create table order_sums (
  user_id text not null references users (id),
  kind text not null,
  symbol text not null,
  currency text not null,
  state text not null,
  orders bigint not null check (orders > 0),
  staked bigint not null,
  returned bigint not null,
  bought bigint not null,
  sold bigint not null,
  fees bigint not null,
  primary key (user_id, kind, symbol, currency, state)
);
insert into order_sums select user_id, 'microtrade', symbol, currency, state, count(*),
    sum(case when state = 'unexpected' then 0 else amount end), sum(case when state = 'unexpected' then 0 else payout end), 0, 0, 0
  from microtrades where settled_ms is not null group by user_id, symbol, currency, state;

-- Lists, newest first: of all, of what has ended, and of what came to the same on a symbol. Totals are read from the sums.
create index microtrades_by_id on microtrades (user_id, id);
drop index microtrades_of_user;
create index microtrades_of_kind on microtrades (user_id, kind, id) where settled_ms is not null;
drop index microtrades_ended;
create index microtrades_ended on microtrades (user_id, id) where settled_ms is not null;
create index microtrades_by_state on microtrades (user_id, symbol, state, id);
