-- Which source's prices these are, and since when, in ms: another one's are not added to them.
alter table record add column source text not null default 'simulated';
alter table record add column since_ms bigint not null default 0;
