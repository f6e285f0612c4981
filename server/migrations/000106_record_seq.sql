-- The least number of a symbol's next tick: where the record was taken back, no number is used twice.
alter table record add column least_seq bigint not null default 0;
