-- The markets that a person watches: JSON, in the order in which they were added. No row: none.
create table watchlists (
  user_id text primary key references users (id),
  version bigint not null,
  symbols text not null
);
