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
