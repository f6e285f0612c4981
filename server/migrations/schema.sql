-- What the migrations make, all together. A test writes it: change a migration, never this.

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
, agent text not null default '', address text not null default '');
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table login_nonces (
  nonce text primary key,
  address text not null,
  message text not null,
  expires_at bigint not null
);
create index login_nonces_by_expiry on login_nonces (expires_at);

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
, lang text not null default 'en', sealed_code text, send_at bigint, send_tries bigint not null default 0);
create unique index codes_of_target on codes (target, purpose);
create index codes_by_expiry on codes (expires_at);

create table events (
  user_id text not null references users (id),
  seq bigint not null,
  kind text not null,
  body text not null,
  at bigint not null,
  primary key (user_id, seq)
);

create table requests (
  user_id text not null,
  request_id text not null,
  body_hash text not null,
  answer text,
  at bigint not null,
  primary key (user_id, request_id)
);
create index requests_by_time on requests (at);

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

create table ticks (
  symbol text not null,
  seq bigint not null,
  time_ms bigint not null,
  price bigint not null,
  hash text not null,
  primary key (symbol, seq)
);
create index ticks_by_time on ticks (symbol, time_ms);

create table record (
  id bigint primary key check (id = 1),
  complete_ms bigint not null,
  examined_ms bigint not null
, term bigint not null default 0, source text not null default 'simulated', since_ms bigint not null default 0);

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
  payout bigint, version bigint not null default 1,
  check ((due_ms is null) = (state in ('won', 'lost', 'drawn', 'unexpected'))),
  check ((settled_ms is null) = (due_ms is not null) and (payout is null) = (due_ms is not null)),
  check (open_seq is not null or state in ('accepted', 'unexpected')),
  check ((close_seq is not null) = (state in ('won', 'lost', 'drawn')))
);
create index microtrades_of_user on microtrades (user_id, kind, id);
create index microtrades_on_record on microtrades (symbol, open_ms) where open_ms is not null;
create index microtrades_due on microtrades (due_ms, id) where due_ms is not null;

create table "kyc" (
  id text primary key,
  user_id text not null references users (id),
  state text not null check (state in ('pendingReview', 'verified', 'refused')),
  country text not null,
  certificate text not null check (certificate in ('driverLicence', 'passport', 'idCard')),
  sealed text not null,
  -- Keyed: the number cannot be tried out without the platform's key.
  number_hash text not null,
  front_id text not null,
  back_id text not null,
  reason text,
  submitted_at bigint not null,
  -- When the paper desk decides, in seconds; null once someone has decided.
  due_at bigint,
  decided_at bigint, number_of text not null default 'entered' check (number_of in ('entered', 'document')),
  check ((due_at is null) = (state <> 'pendingReview') and (decided_at is null) = (due_at is not null))
);

create table pay_passwords (
  user_id text primary key references users (id),
  password_hash text not null,
  updated_at bigint not null
);

create table bank_cards (
  user_id text primary key references users (id),
  sealed text not null,
  updated_at bigint not null
);

create table authenticators (
  user_id text primary key references users (id),
  sealed text not null,
  state text not null check (state in ('offered', 'bound')),
  -- The newest time step whose code was taken: it and those before are used up.
  used_step bigint not null,
  created_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id),
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table user_messages (
  id text primary key,
  user_id text not null references users (id),
  -- A text of the platform by its key, or an operator's own words.
  key text,
  params text not null,
  text text,
  at bigint not null,
  read_at bigint,
  check ((key is null) <> (text is null))
);
create index user_messages_of_user on user_messages (user_id, id);

create table audit (
  id text primary key,
  who text not null,
  act text not null,
  user_id text,
  why text not null,
  at bigint not null
, facts text);

create table announcements (
  id text primary key,
  topic text not null,
  body text not null,
  at bigint not null
);
create index announcements_by_time on announcements (at);
create index users_by_inviter on users (inviter_id) where inviter_id is not null;

create table triggers (
  kind text not null,
  order_id text not null,
  name text not null,
  symbol text not null,
  side text not null check (side in ('atOrAbove', 'atOrBelow')),
  level bigint not null check (level > 0),
  since_ms bigint not null,
  -- Up to where the record was examined for this one alone, in ms; null once its symbol's watermark covers it.
  examined_ms bigint,
  primary key (order_id, name)
);
create index triggers_by_level on triggers (symbol, side, level) where examined_ms is null;
create index triggers_examined_alone on triggers (symbol, examined_ms) where examined_ms is not null;

create table watermarks (
  symbol text primary key,
  seq bigint not null,
  time_ms bigint not null
);
create unique index kyc_of_number on kyc (number_hash) where state <> 'refused';
create unique index kyc_of_user on kyc (user_id) where state <> 'refused';
create index kyc_by_user on kyc (user_id, id);
create index kyc_due on kyc (due_at, id) where due_at is not null;
create index codes_to_send on codes (send_at) where send_at is not null;

create table vault_key (
  only_row text primary key check (only_row = 'only'),
  fingerprint text not null
);
create index kyc_entered on kyc (id) where number_of = 'entered';
create index microtrades_live on microtrades (user_id, id) where settled_ms is null;
create index microtrades_ended on microtrades (user_id, id, kind, state, currency, amount, payout, settled_ms)
  where settled_ms is not null;

create table "uploads" (
  id text primary key,
  user_id text not null references users (id),
  purpose text not null,
  name text not null unique,
  -- Of the bytes as they arrived: the same file is taken once from a user.
  hash text not null,
  likeness text,
  bytes bigint not null,
  created_at bigint not null,
  -- Null until something that was submitted names it: until then it is swept away when old.
  used_at bigint,
  unique (user_id, hash)
);
create index uploads_unused on uploads (created_at) where used_at is null;
create index uploads_by_hash on uploads (hash);

create table entries (
  transfer_id text not null references transfers (id),
  account_id text not null,
  currency text not null,
  amount bigint not null check (amount <> 0 and amount between -4000000000000000000 and 4000000000000000000),
  cause text not null,
  at bigint not null,
  primary key (transfer_id, account_id)
);
create index entries_of_account on entries (account_id, at, transfer_id);
create index entries_of_cause on entries (account_id, cause, at, transfer_id);

create table movement_sums (
  user_id text not null references users (id),
  width bigint not null check (width in (900, 86400)),
  at bigint not null,
  currency text not null,
  cause text not null,
  step text not null,
  movements bigint not null check (movements > 0),
  received bigint not null check (received >= 0),
  paid bigint not null check (paid >= 0),
  held bigint not null,
  primary key (user_id, width, at, currency, cause, step)
);

create table movement_sums_missing (
  user_id text primary key references users (id),
  since bigint not null
);
