create table reservations (
  id text primary key,
  user_id text not null references users (id),
  symbol text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  level bigint not null,
  state text not null,
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint,
  tick_seq bigint
);
create index reservations_of_user on reservations (user_id, id);
create index reservations_due on reservations (due_ms, id) where due_ms is not null;
create index reservations_live on reservations (user_id, currency) where settled_ms is null;
