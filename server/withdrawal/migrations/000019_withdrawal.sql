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
  reason text,
  check ((settled_ms is null) = (state in ('underReview', 'approved', 'sent')))
);
create index withdrawals_of_user on withdrawals (user_id, id);
create index withdrawals_due on withdrawals (due_ms, id) where due_ms is not null;
create index withdrawals_live on withdrawals (user_id, currency) where settled_ms is null;
-- A second one is refused while one is under review, whatever arrives at once, on any node.
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
