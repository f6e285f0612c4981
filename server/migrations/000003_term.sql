-- Who makes the market's ticks has a term, numbered one above the last: what comes of an older term is refused.
alter table record add column term bigint not null default 0;
