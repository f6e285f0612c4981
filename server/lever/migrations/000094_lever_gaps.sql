-- The gaps in the record whose gain was limited, as JSON, oldest first: null where the terms of before hold, and nothing is.
alter table levers add column gaps text;
-- What they took from what is still open.
alter table levers add column limited bigint not null default 0 check (limited >= 0);
-- The margin that was added since a tick, and which: it does not count in a gap that begins there.
alter table levers add column fresh bigint not null default 0 check (fresh >= 0);
alter table levers add column fresh_seq bigint;
