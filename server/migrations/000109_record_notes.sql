-- A person's notes on movements of their own money.
create table record_notes (
  user_id text not null references users (id),
  transfer_id text not null references transfers (id),
  text text not null,
  at bigint not null,
  primary key (user_id, transfer_id)
);
