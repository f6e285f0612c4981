-- Stops can be changed later. The states of a position are its machine's to say: neither SQLite nor this change knows how to widen the check of
-- a column, so the table is made again, without that one.
create table forex_positions_again (
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
  settled_ms bigint,
  check ((open_seq is null) = (open_ms is null) and (open_seq is null) = (open_price is null) and (open_seq is null) = (open_hash is null)),
  check ((close_seq is null) = (close_price is null) and (close_seq is null) = (cause is null))
);
insert into forex_positions_again (
  id, user_id, currency, symbol, direction, lots, lot, leverage, spread, swap_points, stop_out_bps, take_profit, stop_loss, reserve,
  open_seq, open_ms, open_price, open_hash, deal_price, via, rate_seq, rate_ms, rate_price, rate_hash, initial, margin, stop_out, night,
  nights, swap, rolled, roll_ms, close_ms, close_seq, close_tick_ms, close_price, close_hash, exit_price, profit, returned, shortfall,
  turnover, cause, void_reason, gaps, limited, state, version, accepted_ms, due_ms, settled_ms, next_take_profit, next_stop_loss, asked
) select
  id, user_id, currency, symbol, direction, lots, lot, leverage, spread, swap_points, stop_out_bps, take_profit, stop_loss, reserve,
  open_seq, open_ms, open_price, open_hash, deal_price, via, rate_seq, rate_ms, rate_price, rate_hash, initial, margin, stop_out, night,
  nights, swap, rolled, roll_ms, close_ms, close_seq, close_tick_ms, close_price, close_hash, exit_price, profit, returned, shortfall,
  turnover, cause, void_reason, gaps, limited, state, version, accepted_ms, due_ms, settled_ms, take_profit, stop_loss,
  case when close_ms is null then 0 else 1 end
from forex_positions;
drop table forex_positions;
alter table forex_positions_again rename to forex_positions;

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
