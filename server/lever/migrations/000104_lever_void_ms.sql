-- The time of the tick that made a contract void, which its receipt shows. Null if no tick did, and for earlier contracts.
alter table levers add column void_ms bigint;
create index levers_void on levers (symbol, accepted_ms) where void_reason is not null;
