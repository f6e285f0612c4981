-- What came in or left is neither a gain nor a loss: each payment counts what it was worth in USDT when it moved, in minor units, fixed then.
-- Without a value: coins of before this migration, which count by the price on the record then.
alter table withdrawals add column left_value bigint;
update withdrawals set left_value = amount - fee where currency = 'USDT' and approved_ms is not null;

create table adjustments (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  amount bigint not null check (amount <> 0),
  at_ms bigint not null,
  value bigint
);
create index adjustments_of_user on adjustments (user_id, at_ms);
insert into adjustments (id, user_id, currency, amount, at_ms, value)
  select transfers.cause_id, accounts.user_id, entries.currency, entries.amount, transfers.at * 1000,
    case when entries.currency = 'USDT' then entries.amount end
  from transfers join entries on entries.transfer_id = transfers.id join accounts on accounts.id = entries.account_id
  where transfers.cause = 'adjustment';

-- Positions that stood at a moment of the past.
create index levers_stood on levers (user_id, settled_ms, open_ms) where settled_ms is not null and open_ms is not null;
create index forex_positions_stood on forex_positions (user_id, settled_ms, open_ms) where settled_ms is not null and open_ms is not null;
