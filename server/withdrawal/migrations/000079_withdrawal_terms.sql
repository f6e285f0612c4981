-- The terms that a withdrawal was made by: its fee in basis points, and the least amount in whole USDT. Those of before had these.
alter table withdrawals add column fee_bps bigint not null default 10 check (fee_bps >= 0);
alter table withdrawals add column min_usdt bigint not null default 30 check (min_usdt >= 0);
