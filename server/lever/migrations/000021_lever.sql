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
  settled_ms bigint,
  check ((open_seq is null) = (open_ms is null) and (open_seq is null) = (open_price is null) and (open_seq is null) = (open_hash is null)),
  check ((type = 'limit') = (price is not null))
);
create index levers_of_user on levers (user_id, id);
create index levers_due on levers (due_ms, id) where due_ms is not null;
create index levers_live on levers (user_id, id) where settled_ms is null;
create index levers_opened on levers (symbol, open_ms) where open_ms is not null;

-- What an operator has switched off: all of it ('off'), or opening, everywhere ('all') or on a symbol.
create table lever_halts (
  scope text primary key,
  at bigint not null
);
