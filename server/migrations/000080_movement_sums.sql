-- What a person's movements come to by currency, cause and posting: by quarters of an hour (900) and by days of UTC (86400). `at`: when
-- that begins, in seconds. Amounts in minor units. The ledger keeps them as it posts.
create table movement_sums (
  user_id text not null references users (id),
  width bigint not null check (width in (900, 86400)),
  at bigint not null,
  currency text not null,
  cause text not null,
  step text not null,
  movements bigint not null check (movements > 0),
  received bigint not null check (received >= 0),
  paid bigint not null check (paid >= 0),
  held bigint not null,
  primary key (user_id, width, at, currency, cause, step)
);

-- Whose sums from before this migration are not kept yet, and from which second on. They are filled in while the server runs.
create table movement_sums_missing (
  user_id text primary key references users (id),
  since bigint not null
);
insert into movement_sums_missing (user_id, since) select distinct user_id, 0 from accounts;
