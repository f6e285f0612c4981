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
