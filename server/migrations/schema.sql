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
, time_zone text not null default 'UTC');

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
, agent text not null default '', address text not null default '', method text not null default 'password'
  check (method in ('password', 'wallet', 'passkey')));
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
, term bigint not null default 0, source text not null default 'simulated', since_ms bigint not null default 0, least_seq bigint not null default 0);

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
  payout bigint, version bigint not null default 1, turnover bigint,
  check ((due_ms is null) = (state in ('won', 'lost', 'drawn', 'unexpected'))),
  check ((settled_ms is null) = (due_ms is not null) and (payout is null) = (due_ms is not null)),
  check (open_seq is not null or state in ('accepted', 'unexpected')),
  check ((close_seq is not null) = (state in ('won', 'lost', 'drawn')))
);
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
  read_at bigint, kind text not null default 'operator',
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
, facts text, seq bigint, hash text);

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
  examined_ms bigint, mirrored bigint not null default 0 check (mirrored in (0, 1)),
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

create table deposits (
  id text primary key,
  user_id text not null references users (id),
  way text not null check (way in ('crypto', 'bank', 'again')),
  currency text not null,
  -- Null where no network carries it.
  network text,
  -- Where it is paid to: an address, or the remark of a transfer.
  account text not null,
  -- As it was announced, and what that was worth in USDT: the daily limit counts it.
  amount bigint not null check (amount > 0),
  value bigint not null check (value >= 0),
  proof_id text,
  -- The provider's name for it. It is credited once.
  reference text,
  -- What came, as the provider says, and its value in USDT when it was credited.
  arrived bigint check (arrived > 0),
  credited_value bigint,
  reason text,
  -- When the paper network has counted its confirmations; null where none are counted.
  counted_ms bigint,
  state text not null,
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint
);
create unique index deposits_by_reference on deposits (reference) where reference is not null;
create index deposits_of_user on deposits (user_id, id);
create index deposits_asked on deposits (user_id, accepted_ms);
create index deposits_due on deposits (due_ms, id) where due_ms is not null;
create index deposits_live on deposits (user_id, id) where settled_ms is null;

create table deposit_addresses (
  address text primary key,
  user_id text not null references users (id),
  currency text not null,
  network text not null,
  unique (user_id, currency, network)
);

create table provider_calls (
  nonce text primary key,
  at bigint not null,
  reference text not null,
  account text not null,
  currency text not null,
  amount text not null,
  outcome text not null,
  effect text not null
);
create index provider_calls_unmatched on provider_calls (at) where effect = 'unmatched';

create table paper_payments (
  reference text primary key,
  account text not null,
  currency text not null,
  amount text not null,
  due_ms bigint not null,
  tries bigint not null
);
create index paper_payments_due on paper_payments (due_ms);

create table agreed_texts (
  hash text primary key,
  slug text not null,
  version bigint not null,
  lang text not null,
  text text not null,
  at bigint not null
);

create table agreements (
  user_id text not null references users (id),
  slug text not null,
  version bigint not null,
  hash text not null references agreed_texts (hash),
  at bigint not null,
  primary key (user_id, slug, version)
);

create table withdrawals (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  -- All that leaves the wallet; the fee is inside it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  network text not null,
  address text not null,
  label text not null,
  -- The recorded tick by which the least amount was judged; null for USDT.
  price_seq bigint,
  state text not null check (state in ('underReview', 'approved', 'sent', 'confirmed', 'refused', 'cancelled', 'bounced')),
  version bigint not null,
  accepted_ms bigint not null,
  -- When the paper desk or the paper network takes the next step, in ms.
  due_ms bigint,
  -- How long the paper network takes for a step, in ms, as it was when this was submitted.
  pace_ms bigint not null,
  approved_ms bigint,
  sent_ms bigint,
  settled_ms bigint,
  reason text, fee_bps bigint not null default 10 check (fee_bps >= 0), min_usdt bigint not null default 30 check (min_usdt >= 0), left_value bigint,
  check ((settled_ms is null) = (state in ('underReview', 'approved', 'sent')))
);
create index withdrawals_of_user on withdrawals (user_id, id);
create index withdrawals_due on withdrawals (due_ms, id) where due_ms is not null;
create index withdrawals_live on withdrawals (user_id, currency) where settled_ms is null;
create unique index withdrawals_under_review on withdrawals (user_id) where state = 'underReview';

create table withdrawal_addresses (
  id text primary key,
  user_id text not null references users (id),
  label text not null,
  network text not null,
  address text not null,
  -- 1 where it has a checksum.
  checked bigint not null check (checked in (0, 1)),
  added_at bigint not null,
  usable_at bigint not null,
  unique (user_id, network, address)
);

create table swaps (
  id text primary key,
  user_id text not null references users (id),
  -- What is given.
  currency text not null,
  receives text not null,
  amount bigint not null check (amount > 0),
  usdt bigint not null check (usdt > 0),
  fee bigint not null check (fee > 0 and fee < usdt),
  receive bigint not null check (receive > 0),
  spread_bps bigint not null,
  fee_bps bigint not null,
  drift_bps bigint not null,
  -- The recorded tick of each leg: a coin that is sold, a coin that is bought.
  sell_seq bigint,
  sell_ms bigint,
  sell_price bigint,
  sell_hash text,
  buy_seq bigint,
  buy_ms bigint,
  buy_price bigint,
  buy_hash text,
  state text not null check (state in ('quoted', 'executed', 'expired')),
  version bigint not null,
  accepted_ms bigint not null,
  expires_ms bigint not null,
  due_ms bigint,
  settled_ms bigint,
  check (currency <> receives and (currency = 'USDT') = (sell_seq is null) and (receives = 'USDT') = (buy_seq is null))
);
create index swaps_of_user on swaps (user_id, id);
create index swaps_due on swaps (due_ms, id) where due_ms is not null;
create index swaps_live on swaps (user_id, id) where settled_ms is null;
create index swaps_executed on swaps (accepted_ms) where state = 'executed';

create table levers (
  id text primary key,
  user_id text not null references users (id),
  -- What stands behind it.
  currency text not null,
  market text not null check (market in ('crypto', 'forex')),
  symbol text not null,
  direction text not null check (direction in ('long', 'short')),
  type text not null check (type in ('market', 'limit')),
  leverage bigint not null check (leverage > 0),
  fee_bps bigint not null,
  ordered bigint not null check (ordered > 0),
  -- What is open of it, or to be opened.
  quantity bigint not null check (quantity >= 0),
  price bigint,
  reserve bigint not null check (reserve > 0),
  open_seq bigint,
  open_ms bigint,
  open_price bigint,
  open_hash text,
  open_fee bigint not null,
  -- What stands behind the open quantity, what of that it began with, and what comes to it next.
  margin bigint not null check (margin >= 0),
  initial bigint not null check (initial >= 0),
  adding bigint not null check (adding >= 0),
  liquidation_price bigint,
  take_profit bigint check (take_profit > 0),
  stop_loss bigint check (stop_loss > 0),
  next_take_profit bigint check (next_take_profit > 0),
  next_stop_loss bigint check (next_stop_loss > 0),
  close_quantity bigint,
  -- Each closing, as JSON, oldest first; and their sums.
  fills text not null,
  paid bigint not null,
  profit bigint not null,
  close_fee bigint not null,
  returned bigint not null,
  -- What it counts as traded: the margin that what was closed of it began with.
  turnover bigint not null,
  -- How often its owner asked for something, after it was ordered.
  asked bigint not null,
  cause text check (cause in ('user', 'takeProfit', 'stopLoss', 'liquidation', 'delivery')),
  delivery_ms bigint,
  state text not null check (state in ('pending', 'cancelling', 'open.standing', 'open.changing', 'open.closing', 'won', 'lost', 'liquidated', 'cancelled', 'unexpected')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint, void_reason text check (void_reason in ('stops', 'cost', 'delivery', 'noPrice')), worth bigint not null default 0 check (worth >= 0), exposure bigint not null default 0 check (exposure >= 0), asked_ms bigint, funding_hours bigint check (funding_hours > 0), funding_ppm bigint, funding_ms bigint, funding bigint not null default 0, funded bigint not null default 0, close_ms bigint, gaps text, limited bigint not null default 0 check (limited >= 0), fresh bigint not null default 0 check (fresh >= 0), fresh_seq bigint, liquidation_fee_bps bigint check (liquidation_fee_bps >= 0), tiers text not null default '', void_ms bigint,
  check ((open_seq is null) = (open_ms is null) and (open_seq is null) = (open_price is null) and (open_seq is null) = (open_hash is null)),
  check ((type = 'limit') = (price is not null))
);
create index levers_of_user on levers (user_id, id);
create index levers_due on levers (due_ms, id) where due_ms is not null;
create index levers_live on levers (user_id, id) where settled_ms is null;
create index levers_opened on levers (symbol, open_ms) where open_ms is not null;

create table lever_halts (
  scope text primary key,
  at bigint not null
);

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

create table savings_taken (
  product text primary key,
  taken bigint not null check (taken >= 0)
);

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
, low_ppm bigint not null default 0, high_ppm bigint not null default 0);
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
, chain_end text not null default '', low_ppm bigint not null default 0, high_ppm bigint not null default 0);
create index plan_orders_of_user on plan_orders (user_id, id);
create index plan_orders_due on plan_orders (due_ms, id) where due_ms is not null;
create index plan_orders_live on plan_orders (user_id, currency) where settled_ms is null;
create index plan_orders_of_plan on plan_orders (plan_id, next_day) where settled_ms is null;
create index swaps_expired on swaps (settled_ms) where state = 'expired';

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

create table spots (
  id text primary key,
  user_id text not null references users (id),
  -- What is given.
  currency text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit')),
  time_in_force text not null check (time_in_force in ('gtc', 'ioc', 'postOnly')),
  quantity bigint not null check (quantity > 0),
  price bigint check (price > 0),
  -- The worst price that it takes, and the first level of the book that it meets.
  bound bigint not null check (bound > 0),
  level bigint not null check (level >= 0),
  fee_bps bigint not null,
  filled bigint not null check (filled >= 0 and filled <= quantity),
  -- What was filled came to, and its fees, in USDT.
  worth bigint not null,
  fee bigint not null,
  held bigint not null check (held >= 0),
  released bigint not null check (released >= 0),
  -- Each fill, as JSON, oldest first.
  fills text not null,
  asked bigint not null,
  cause text check (cause in ('user', 'immediate', 'postOnly', 'bound', 'noPrice')),
  state text not null check (state in ('pending', 'resting.waiting', 'resting.cancelling', 'filling.waiting', 'filling.cancelling', 'filled', 'partly', 'returned')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint, strategy_id text, strategy_step text,
  check ((type = 'limit') = (price is not null))
);
create index spots_of_user on spots (user_id, id);
create index spots_due on spots (due_ms, id) where due_ms is not null;
create index spots_live on spots (user_id, id) where settled_ms is null;
create index spots_filled on spots (symbol, accepted_ms) where filled > 0;

create table spot_halts (
  scope text primary key,
  at bigint not null
);

create table spot_hoarding (
  scope text primary key,
  at bigint not null
);

create table plans_withheld (
  tier text primary key,
  since_ms bigint not null
);

create table loans (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  amount bigint not null check (amount > 0),
  days bigint not null check (days > 0),
  rate_ppm bigint not null check (rate_ppm > 0),
  late_ppm bigint not null check (late_ppm >= 0),
  late_cap_ppm bigint not null check (late_cap_ppm >= 0),
  collect_after_days bigint not null check (collect_after_days >= 0),
  day_ms bigint not null check (day_ms > 0),
  agreement_version bigint not null,
  agreement_hash text not null,
  house_id text not null,
  income_id text not null,
  statement_id text not null,
  identity_id text not null,
  -- Whether the photographs are there: 0 once they were removed.
  documents bigint not null check (documents in (0, 1)),
  -- Null until it is paid out.
  start_ms bigint,
  -- As it stands: what is owed of the principal, the days that were charged, and what they came to in millionths of a minor unit.
  principal bigint not null check (principal >= 0 and principal <= amount),
  counted bigint not null check (counted >= 0),
  interest_micros bigint not null check (interest_micros >= 0),
  interest_paid bigint not null check (interest_paid >= 0 and interest_paid <= interest_micros / 1000000),
  fee_micros bigint not null check (fee_micros >= 0 and fee_micros <= amount * late_cap_ppm),
  fee_paid bigint not null check (fee_paid >= 0 and fee_paid <= fee_micros / 1000000),
  reminded bigint not null,
  -- How often something was repaid, how often of these the platform took it, all of it together, and what the last time was, when and for what.
  payments bigint not null check (payments >= 0),
  collections bigint not null check (collections >= 0 and collections <= payments),
  paid bigint not null check (paid >= 0),
  last_ms bigint not null,
  last_fee bigint not null,
  last_interest bigint not null,
  last_principal bigint not null,
  reason text,
  state text not null check (state in ('pendingReview', 'paidOut', 'overdue', 'settled', 'refused')),
  version bigint not null,
  accepted_ms bigint not null,
  -- When the paper desk decides, or the next day begins.
  due_ms bigint,
  settled_ms bigint,
  check (paid = interest_paid + fee_paid + case when start_ms is null then 0 else amount - principal end),
  check ((start_ms is null) = (state in ('pendingReview', 'refused')))
);
create index loans_of_user on loans (user_id, id);
create index loans_due on loans (due_ms, id) where due_ms is not null;
create index loans_live on loans (user_id, currency) where settled_ms is null;
create index loans_with_documents on loans (settled_ms) where documents = 1;
create unique index loans_under_review on loans (user_id) where state = 'pendingReview';

create table loan_payments (
  loan_id text not null references loans (id),
  number bigint not null,
  at_ms bigint not null,
  by_whom text not null check (by_whom in ('user', 'platform')),
  fee bigint not null check (fee >= 0),
  interest bigint not null check (interest >= 0),
  principal bigint not null check (principal >= 0),
  primary key (loan_id, number)
);

create table notification_settings (
  user_id text primary key references users (id),
  switches text not null,
  details bigint not null check (details in (0, 1))
);

create table push_subscriptions (
  token_hash text primary key references sessions (token_hash) on delete cascade,
  user_id text not null references users (id),
  endpoint_hash text not null unique,
  sealed text not null,
  push_key text not null,
  at bigint not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

create table notification_outbox (
  id text primary key,
  message_id text not null references user_messages (id),
  user_id text not null references users (id),
  way text not null check (way in ('email', 'push')),
  token_hash text references push_subscriptions (token_hash) on delete cascade,
  at bigint not null,
  send_at bigint not null,
  tries bigint not null default 0, email text,
  check ((way = 'push') = (token_hash is not null))
);
create index notification_outbox_due on notification_outbox (send_at);
create index notification_outbox_of_subscription on notification_outbox (token_hash);

create table push_keys (
  only_row text primary key check (only_row = 'only'),
  sealed text not null
);

create table forex_halts (
  scope text primary key,
  at bigint not null
);

create table strategies (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  type text not null check (type in ('recurring', 'grid')),
  symbol text not null,
  -- Of each buy, or of the whole grid.
  amount bigint not null check (amount > 0),
  -- Of a recurring buy: days between two turns, as long as a day was when it began, and the turn to come.
  days bigint not null check (days >= 0),
  day_ms bigint not null,
  turn_ms bigint,
  missed bigint not null check (missed >= 0),
  -- Of a grid: its range, in minor units of the instrument.
  lower bigint not null,
  upper bigint not null,
  -- Where each step of a grid stands, or the one of a recurring buy, as JSON.
  steps text not null,
  -- What its ended orders came to: in minor units of USDT, and of the coin.
  buys bigint not null,
  sells bigint not null,
  spent bigint not null,
  received bigint not null,
  fees bigint not null,
  coins bigint not null check (coins >= 0),
  -- Of a grid: buys that were sold again, and what these came to after both fees.
  rounds bigint not null,
  realised bigint not null,
  -- Why the platform paused or ended it.
  reason text,
  -- How often the person paused it, went on with it or ended it.
  asked bigint not null,
  state text not null check (state in ('running', 'pausing', 'paused', 'ending', 'ended', 'failed')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint
);
create index strategies_of_user on strategies (user_id, id);
create index strategies_due on strategies (due_ms, id) where due_ms is not null;
create index strategies_live on strategies (user_id, id) where settled_ms is null;
create unique index spots_of_strategy on spots (strategy_id, strategy_step) where strategy_id is not null;
create index spots_of_strategy_newest on spots (strategy_id, id) where strategy_id is not null;

create table chats (
  id text primary key,
  user_id text unique references users (id),
  -- Of a form: where its answer goes, and the form itself, which may come twice.
  email text,
  form_id text unique,
  lang text not null,
  newest bigint not null,
  delivered bigint not null,
  shown bigint not null,
  seen bigint not null,
  closed bigint not null,
  -- Since when someone waits for an answer, in seconds; null where nobody does.
  waiting_since bigint,
  -- When the person is told of an answer that they have not read by then.
  notice_at bigint,
  last_at bigint not null,
  check ((user_id is null) <> (email is null)),
  check ((email is null) = (form_id is null)),
  check (delivered <= newest and shown <= delivered and seen <= newest and closed <= newest)
);
create index chats_by_time on chats (last_at);
create index chats_waiting on chats (waiting_since) where waiting_since is not null;
create index chats_to_notice on chats (notice_at) where notice_at is not null;

create table chat_messages (
  chat_id text not null references chats (id),
  seq bigint not null,
  -- Made by the device that sent it: the same one is taken once.
  client_id text,
  -- The operator who wrote it; null where the person did.
  operator text,
  text text not null,
  upload_id text,
  at bigint not null,
  -- Of an answer: for how long the person had waited, in seconds.
  waited bigint,
  -- Of an answer to a form: when it is tried next to send it; null once it went out.
  mail_at bigint,
  mail_tries bigint not null default 0, mail_fault text,
  primary key (chat_id, seq),
  unique (chat_id, client_id)
);
create index chat_messages_by_time on chat_messages (at);
create index chat_answers on chat_messages (at) where waited is not null;
create index chat_mails on chat_messages (mail_at) where mail_at is not null;

create table watchlists (
  user_id text primary key references users (id),
  version bigint not null,
  symbols text not null
);

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

create table desk_operators (
  name text primary key,
  -- With spaces between.
  roles text not null,
  password_hash text not null,
  sealed text not null,
  -- The newest step of the authenticator whose code was taken.
  used_step bigint not null,
  created_at bigint not null
);

create table desk_sessions (
  token_hash text primary key,
  operator text not null references desk_operators (name) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index desk_sessions_of_operator on desk_sessions (operator);

create table desk_proposals (
  id text primary key,
  operator text not null,
  command text not null,
  -- Its words, as JSON: args and options.
  words text not null,
  at bigint not null,
  -- waiting; begun: the second person agreed; done, failed, declined.
  state text not null,
  second text,
  outcome text
);
create index desk_proposals_open on desk_proposals (id) where state in ('waiting', 'begun');

create table desk_notes (
  id text primary key,
  user_id text not null references users (id),
  operator text not null,
  text text not null,
  at bigint not null
);
create index desk_notes_of_user on desk_notes (user_id, id);

create table editions (
  number bigint primary key,
  at bigint not null
);

create table "publications" (
  id text primary key,
  edition bigint not null,
  lang text not null,
  kind text not null,
  slug text not null,
  source text,
  at bigint not null
);

create table documents (
  slug text not null,
  version bigint not null,
  lang text not null,
  words_hash text not null,
  at bigint not null,
  primary key (slug, version, lang)
);
create index deposits_announced on deposits (account) where settled_ms is null and reference is null;

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
  fees bigint not null, turnover bigint not null default 0,
  primary key (user_id, kind, symbol, currency, state)
);
create index microtrades_by_id on microtrades (user_id, id);
create index microtrades_of_kind on microtrades (user_id, kind, id) where settled_ms is not null;
create index microtrades_ended on microtrades (user_id, id) where settled_ms is not null;
create index microtrades_by_state on microtrades (user_id, symbol, state, id);
create index levers_ended on levers (user_id, id) where settled_ms is not null;
create index levers_by_state on levers (user_id, symbol, state, id);
create index spots_ended on spots (user_id, id) where settled_ms is not null;
create index spots_by_state on spots (user_id, symbol, state, id);
create index kyc_waiting on kyc (id) where state = 'pendingReview';
create index audit_of_user on audit (user_id, id) where user_id is not null;
create index uploads_of_user on uploads (user_id, id);
create index deposits_open on deposits (id) where settled_ms is null;
create index withdrawals_open on withdrawals (id) where settled_ms is null;
create index withdrawals_asked on withdrawals (user_id, accepted_ms);
create index plan_orders_waiting on plan_orders (id) where state = 'pendingReview';
create index loans_open on loans (state, id) where settled_ms is null;
create index savings_earned on savings (user_id, currency, earned);
create index user_messages_of_kind on user_messages (user_id, kind, id);
create index user_messages_unread on user_messages (user_id, id) where read_at is null;

create table tick_gaps (
  symbol text not null,
  seq bigint not null,
  time_ms bigint not null,
  price bigint not null,
  hash text not null,
  before_seq bigint not null,
  before_ms bigint not null,
  before_price bigint not null,
  before_hash text not null,
  mirror bigint not null,
  primary key (symbol, seq)
);
create index tick_gaps_by_time on tick_gaps (symbol, time_ms);

create table adjustments (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  amount bigint not null check (amount <> 0),
  at_ms bigint not null,
  value bigint
);
create index adjustments_of_user on adjustments (user_id, at_ms);
create index levers_stood on levers (user_id, settled_ms, open_ms) where settled_ms is not null and open_ms is not null;

create table statement_zones (
  user_id text not null references users (id),
  month text not null,
  time_zone text not null,
  primary key (user_id, month)
);
create index microtrades_symbol_live on microtrades (user_id, symbol, id) where settled_ms is null;
create index levers_symbol_live on levers (user_id, symbol, id) where settled_ms is null;
create index spots_symbol_live on spots (user_id, symbol, id) where settled_ms is null;
create index plan_orders_taken on plan_orders (user_id, tier) where state <> 'failed';
create index deposits_credited on deposits (user_id, credited_value) where state = 'succeeded';
create index levers_void on levers (symbol, accepted_ms) where void_reason is not null;
create index microtrades_by_end on microtrades (user_id, settled_ms, id) where settled_ms is not null;
create index levers_by_end on levers (user_id, settled_ms, id) where settled_ms is not null;
create index spots_by_end on spots (user_id, settled_ms, id) where settled_ms is not null;
create index microtrades_state_by_end on microtrades (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
create index levers_state_by_end on levers (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
create index spots_state_by_end on spots (user_id, symbol, state, settled_ms, id) where settled_ms is not null;
create unique index audit_of_seq on audit (seq);
create index audit_unchained on audit (id) where seq is null;

create table audit_head (
  only_row text primary key,
  seq bigint not null,
  hash text not null
);

create table "forex_positions" (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  symbol text not null,
  direction text not null check (direction in ('long', 'short')),
  -- In hundredths, of so many units each.
  lots bigint not null check (lots > 0),
  lot bigint not null check (lot > 0),
  leverage bigint not null check (leverage > 0),
  spread bigint not null check (spread >= 0),
  -- Of a unit and night, in minor units of the price: negative for a charge.
  swap_points bigint not null,
  stop_out_bps bigint not null check (stop_out_bps >= 0),
  -- In effect since stops_ms, or since the opening if that is null; and those in effect from asked_ms on.
  take_profit bigint check (take_profit > 0),
  stop_loss bigint check (stop_loss > 0),
  stops_ms bigint,
  next_take_profit bigint check (next_take_profit > 0),
  next_stop_loss bigint check (next_stop_loss > 0),
  asked_ms bigint,
  -- How many acts were requested of it.
  asked bigint not null default 0 check (asked >= 0),
  reserve bigint not null check (reserve > 0),
  open_seq bigint,
  open_ms bigint,
  open_price bigint,
  open_hash text,
  deal_price bigint,
  -- The instrument that converts the quote currency to dollars, where neither side is one, and its rate.
  via text,
  rate_seq bigint,
  rate_ms bigint,
  rate_price bigint,
  rate_hash text,
  initial bigint not null check (initial >= 0),
  margin bigint not null check (margin >= 0),
  stop_out bigint check (stop_out > 0),
  night bigint not null,
  nights bigint not null,
  swap bigint not null,
  -- The part of swap that the last rollover moved.
  rolled bigint not null,
  roll_ms bigint,
  close_ms bigint,
  close_seq bigint,
  close_tick_ms bigint,
  close_price bigint,
  close_hash text,
  exit_price bigint,
  profit bigint not null,
  returned bigint not null check (returned >= 0),
  shortfall bigint not null check (shortfall >= 0),
  turnover bigint not null,
  cause text check (cause in ('user', 'takeProfit', 'stopLoss', 'stopOut')),
  void_reason text check (void_reason in ('stops', 'cost', 'delivery', 'noPrice')),
  gaps text,
  limited bigint not null default 0 check (limited >= 0),
  state text not null,
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint, parts text not null default '[]', close_lots bigint check (close_lots > 0), type text not null default 'market' check (type in ('market', 'limit', 'stop')), price bigint check (price > 0), reached_ms bigint,
  check ((open_seq is null) = (open_ms is null) and (open_seq is null) = (open_price is null) and (open_seq is null) = (open_hash is null)),
  check ((close_seq is null) = (close_price is null) and (close_seq is null) = (cause is null))
);
create index forex_positions_of_user on forex_positions (user_id, id);
create index forex_positions_due on forex_positions (due_ms, id) where due_ms is not null;
create index forex_positions_live on forex_positions (user_id, id) where settled_ms is null;
create index forex_positions_opened on forex_positions (symbol, open_ms) where open_ms is not null;
create index forex_positions_by_rate on forex_positions (via, open_ms) where via is not null and open_ms is not null;
create index forex_positions_ended on forex_positions (user_id, id) where settled_ms is not null;
create index forex_positions_by_state on forex_positions (user_id, symbol, state, id);
create index forex_positions_stood on forex_positions (user_id, settled_ms, open_ms) where settled_ms is not null and open_ms is not null;
create index forex_positions_symbol_live on forex_positions (user_id, symbol, id) where settled_ms is null;
create index forex_positions_by_end on forex_positions (user_id, settled_ms, id) where settled_ms is not null;
create index forex_positions_state_by_end on forex_positions (user_id, symbol, state, settled_ms, id) where settled_ms is not null;

create table record_notes (
  user_id text not null references users (id),
  transfer_id text not null references transfers (id),
  text text not null,
  at bigint not null,
  primary key (user_id, transfer_id)
);
create index withdrawal_addresses_by_address on withdrawal_addresses (address, user_id);
create index sessions_by_address on sessions (address, user_id);

create table passkeys (
  id text primary key,
  user_id text not null references users (id),
  credential_id text not null unique,
  -- COSE, in base64url.
  public_key text not null,
  counter bigint not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create index passkeys_of_user on passkeys (user_id, created_at, id);

create table passkey_challenges (
  challenge text primary key,
  -- Whose passkey it adds; null: it signs in.
  user_id text references users (id),
  expires_at bigint not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
