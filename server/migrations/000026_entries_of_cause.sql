-- An entry says when and why it was made, as its transfer does: a month or a cause of someone who has moved much is found at once.
alter table entries rename to entries_before;
create table entries (
  transfer_id text not null references transfers (id),
  account_id text not null,
  currency text not null,
  amount bigint not null check (amount <> 0 and amount between -4000000000000000000 and 4000000000000000000),
  cause text not null,
  at bigint not null,
  primary key (transfer_id, account_id)
);
insert into entries (transfer_id, account_id, currency, amount, cause, at)
  select entries_before.transfer_id, account_id, currency, amount, transfers.cause, transfers.at
  from entries_before inner join transfers on transfers.id = entries_before.transfer_id;
drop table entries_before;
create index entries_of_account on entries (account_id, at, transfer_id);
create index entries_of_cause on entries (account_id, cause, at, transfer_id);
