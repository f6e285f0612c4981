-- The zone that a person's days and months go by, by its IANA name. Accounts of before keep UTC until they choose.
alter table users add column time_zone text not null default 'UTC';

-- Which zone the statements of months up to this one went by, of those that were over when another was chosen.
create table statement_zones (
  user_id text not null references users (id),
  month text not null,
  time_zone text not null,
  primary key (user_id, month)
);
