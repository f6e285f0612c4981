-- People and their sessions. Every time is an integer: seconds since the epoch unless its name ends in _ms.

create table users (
  id text primary key,
  username text unique,
  -- Lower-case form: two names that differ by case alone are one.
  username_key text unique,
  address text unique,
  password_hash text,
  email text unique,
  phone text unique,
  lang text not null,
  status text not null check (status in ('active', 'locked', 'frozen')),
  invite_code text not null unique,
  inviter_id text references users (id),
  event_seq bigint not null default 0,
  created_at bigint not null
);

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id),
  method text not null check (method in ('password', 'wallet')),
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table login_nonces (
  nonce text primary key,
  address text not null,
  message text not null,
  expires_at bigint not null
);
create index login_nonces_by_expiry on login_nonces (expires_at);

-- One live code per target and purpose: a new one takes the place of the old.
create table codes (
  ticket text primary key,
  target text not null,
  purpose text not null,
  code_hash text not null,
  -- What the paper outbox shows while money is paper.
  paper_code text,
  tries_left bigint not null,
  sent_at bigint not null,
  expires_at bigint not null
);
create unique index codes_of_target on codes (target, purpose);
create index codes_by_expiry on codes (expires_at);

-- What happened to a user, numbered one by one: the socket sends it, a device catches up from it.
create table events (
  user_id text not null references users (id),
  seq bigint not null,
  kind text not null,
  body text not null,
  at bigint not null,
  primary key (user_id, seq)
);

-- The first answer to a request that moves money, given again to the same request.
create table requests (
  user_id text not null,
  request_id text not null,
  body_hash text not null,
  answer text,
  at bigint not null,
  primary key (user_id, request_id)
);
create index requests_by_time on requests (at);

-- The ledger. Amounts are minor units. A user's accounts keep a balance; the platform's are summed from their entries.
-- Beyond the limits of a 64-bit integer SQLite would go on with a float: a bound well below them refuses instead.

create table accounts (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  kind text not null check (kind in ('available', 'held')),
  balance bigint not null check (balance between 0 and 4000000000000000000),
  version bigint not null,
  unique (user_id, currency, kind)
);

create table transfers (
  id text primary key,
  cause text not null,
  cause_id text not null,
  step text not null,
  at bigint not null,
  unique (cause, cause_id, step)
);

create table entries (
  transfer_id text not null references transfers (id),
  account_id text not null,
  currency text not null,
  amount bigint not null check (amount <> 0 and amount between -4000000000000000000 and 4000000000000000000),
  primary key (transfer_id, account_id)
);
create index entries_of_account on entries (account_id);

-- The market's record: the last tick of each second, chained by hash, and candles. Prices are minor units.

create table ticks (
  symbol text not null,
  seq bigint not null,
  time_ms bigint not null,
  price bigint not null,
  hash text not null,
  primary key (symbol, seq)
);
create index ticks_by_time on ticks (symbol, time_ms);

-- How far the record is complete: no tick at or before `complete_ms` will be added any more. Before `examined_ms`,
-- ticks that nothing needs have been forgotten.
create table record (
  id bigint primary key check (id = 1),
  complete_ms bigint not null,
  examined_ms bigint not null
);

create table candles (
  symbol text not null,
  interval text not null,
  time bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  primary key (symbol, interval, time)
);

create table microtrades (
  id text primary key,
  user_id text not null references users (id),
  symbol text not null,
  kind text not null check (kind in ('crypto', 'wh')),
  direction text not null check (direction in ('rise', 'fall')),
  currency text not null,
  amount bigint not null check (amount > 0),
  seconds bigint not null,
  payout_bps bigint not null,
  state text not null check (state in ('accepted', 'open', 'won', 'lost', 'drawn', 'unexpected')),
  accepted_ms bigint not null,
  -- When the next step falls due, in ms; null once the order has ended.
  due_ms bigint,
  settled_ms bigint,
  open_seq bigint,
  open_ms bigint,
  open_price bigint,
  open_hash text,
  close_seq bigint,
  close_ms bigint,
  close_price bigint,
  close_hash text,
  payout bigint,
  check ((due_ms is null) = (state in ('won', 'lost', 'drawn', 'unexpected'))),
  check ((settled_ms is null) = (due_ms is not null) and (payout is null) = (due_ms is not null)),
  check (open_seq is not null or state in ('accepted', 'unexpected')),
  check ((close_seq is not null) = (state in ('won', 'lost', 'drawn')))
);
create index microtrades_of_user on microtrades (user_id, kind, id);
create index microtrades_on_record on microtrades (symbol, open_ms) where open_ms is not null;
create index microtrades_due on microtrades (due_ms, id) where due_ms is not null;
create index microtrades_live on microtrades (user_id, currency) where due_ms is not null;
