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

-- Every word of a provider's, by the nonce that it came with: none is taken twice.
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

-- What the paper network and the paper bank carry, until their word has arrived.
create table paper_payments (
  reference text primary key,
  account text not null,
  currency text not null,
  amount text not null,
  due_ms bigint not null,
  tries bigint not null
);
create index paper_payments_due on paper_payments (due_ms);
