-- The time of the tick by which a contract came to nothing: its receipt shows that tick. Null where none did, and of those of before.
alter table levers add column void_ms bigint;
create index levers_void on levers (symbol, accepted_ms) where void_reason is not null;
