-- A plan of one tier, with its chain: what its days are drawn from is sealed, and the chain's end is published.
create table plans (
  id text primary key,
  tier text not null,
  chain_end text not null,
  sealed text not null,
  day_ms bigint not null check (day_ms > 0),
  opened_ms bigint not null,
  closed_ms bigint,
  participants bigint not null check (participants >= 0),
  drawn bigint not null check (drawn >= 0),
  revealed bigint not null check (revealed >= 0 and revealed <= drawn)
);
create unique index plans_open on plans (tier) where closed_ms is null;

create table plan_days (
  plan_id text not null references plans (id),
  day bigint not null check (day > 0),
  rate_ppm bigint not null,
  drawn_ms bigint not null,
  link text,
  primary key (plan_id, day)
);

create table plan_orders (
  id text primary key,
  user_id text not null references users (id),
  plan_id text not null references plans (id),
  tier text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  days bigint not null check (days > 0),
  day_ms bigint not null check (day_ms > 0),
  opened_ms bigint not null,
  fee_bps bigint not null,
  -- The plan's days that it has its part in; null until it is approved.
  first_day bigint,
  last_day bigint,
  next_day bigint,
  day_income bigint not null,
  total bigint not null,
  fee bigint not null check (fee >= 0),
  state text not null check (state in ('pendingReview', 'inProgress', 'leaving', 'ended', 'failed')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint
);
create index plan_orders_of_user on plan_orders (user_id, id);
create index plan_orders_due on plan_orders (due_ms, id) where due_ms is not null;
create index plan_orders_live on plan_orders (user_id, currency) where settled_ms is null;
create index plan_orders_of_plan on plan_orders (plan_id, next_day) where settled_ms is null;
