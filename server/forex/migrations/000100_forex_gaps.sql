-- The gaps in the record whose gain was limited, as JSON, oldest first: null where the terms of before hold, and nothing is.
alter table forex_positions add column gaps text;
-- What they took from its profit.
alter table forex_positions add column limited bigint not null default 0 check (limited >= 0);
