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
  settled_ms bigint,
  check ((type = 'limit') = (price is not null))
);
create index spots_of_user on spots (user_id, id);
create index spots_due on spots (due_ms, id) where due_ms is not null;
create index spots_live on spots (user_id, id) where settled_ms is null;
create index spots_filled on spots (symbol, accepted_ms) where filled > 0;

-- What an operator has switched off: all of it ('off'), or new orders, everywhere ('all') or on a symbol.
create table spot_halts (
  scope text primary key,
  at bigint not null
);

-- The symbols of which nothing may be sold, as coins of them are being hoarded.
create table spot_hoarding (
  scope text primary key,
  at bigint not null
);
