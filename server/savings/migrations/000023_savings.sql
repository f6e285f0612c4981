create table savings (
  id text primary key,
  user_id text not null references users (id),
  product text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  days bigint not null check (days > 0),
  rate_bps bigint not null check (rate_bps > 0),
  day_ms bigint not null check (day_ms > 0),
  renew bigint not null check (renew in (0, 1)),
  -- The running term or the last one, from 1 on, and when it began.
  term bigint not null check (term > 0),
  term_ms bigint not null,
  earned bigint not null check (earned >= 0),
  state text not null check (state in ('running', 'matured', 'cancelled')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint
);
create index savings_of_user on savings (user_id, id);
create index savings_due on savings (due_ms, id) where due_ms is not null;
create index savings_live on savings (user_id, currency) where settled_ms is null;

-- What the running deposits of each product come to: its quota counts against it.
create table savings_taken (
  product text primary key,
  taken bigint not null check (taken >= 0)
);
