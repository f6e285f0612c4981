create table forex_positions (
  id text primary key,
  user_id text not null references users (id),
  -- What stands behind it.
  currency text not null,
  symbol text not null,
  direction text not null check (direction in ('long', 'short')),
  -- In hundredths, of so many units each.
  lots bigint not null check (lots > 0),
  lot bigint not null check (lot > 0),
  leverage bigint not null check (leverage > 0),
  spread bigint not null check (spread >= 0),
  -- Of a unit a night, in minor units of the price: charged below zero.
  swap_points bigint not null,
  take_profit bigint check (take_profit > 0),
  stop_loss bigint check (stop_loss > 0),
  reserve bigint not null check (reserve > 0),
  open_seq bigint,
  open_ms bigint,
  open_price bigint,
  open_hash text,
  deal_price bigint,
  -- What turns the quote currency into dollars where neither side is one.
  via text,
  rate_seq bigint,
  rate_ms bigint,
  rate_price bigint,
  rate_hash text,
  -- The margin that it began with, and what is left of it.
  initial bigint not null check (initial >= 0),
  margin bigint not null check (margin >= 0),
  stop_out bigint check (stop_out > 0),
  night bigint not null,
  nights bigint not null,
  swap bigint not null,
  -- What of that came with the last rollover.
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
  state text not null check (state in ('pending', 'open.standing', 'open.closing', 'won', 'lost', 'unexpected')),
  version bigint not null,
  accepted_ms bigint not null,
  due_ms bigint,
  settled_ms bigint,
  check ((open_seq is null) = (open_ms is null) and (open_seq is null) = (open_price is null) and (open_seq is null) = (open_hash is null)),
  check ((close_seq is null) = (close_price is null) and (close_seq is null) = (cause is null))
);
create index forex_positions_of_user on forex_positions (user_id, id);
create index forex_positions_due on forex_positions (due_ms, id) where due_ms is not null;
create index forex_positions_live on forex_positions (user_id, id) where settled_ms is null;
create index forex_positions_opened on forex_positions (symbol, open_ms) where open_ms is not null;
create index forex_positions_by_rate on forex_positions (via, open_ms) where via is not null and open_ms is not null;
-- It holds all that totals ask for, and they read it alone.
create index forex_positions_ended on forex_positions (user_id, id, symbol, state, currency, initial, returned, settled_ms)
  where settled_ms is not null;

-- What an operator has switched off: all of it ('off'), or opening, everywhere ('all') or on a symbol.
create table forex_halts (
  scope text primary key,
  at bigint not null
);
