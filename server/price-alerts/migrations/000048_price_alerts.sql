-- Prices that people are told of, once. It is an order that moves no money: `currency` is what its price is in.
create table price_alerts (
  id text primary key,
  user_id text not null references users (id),
  symbol text not null,
  side text not null check (side in ('above', 'below')),
  currency text not null,
  level bigint not null check (level > 0),
  -- The recorded tick that fired it.
  tick_seq bigint,
  tick_ms bigint,
  tick_price bigint,
  state text not null check (state in ('waiting', 'fired', 'removed')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint check (due_ms is null),
  settled_ms bigint,
  check ((state = 'fired') = (tick_seq is not null))
);
create index price_alerts_of_user on price_alerts (user_id, id);
create index price_alerts_due on price_alerts (due_ms, id) where due_ms is not null;
create index price_alerts_live on price_alerts (user_id, id) where settled_ms is null;
create index price_alerts_ended on price_alerts (settled_ms) where settled_ms is not null;
