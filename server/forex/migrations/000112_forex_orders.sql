-- A position can be ordered at a price: the deal price of a limit or stop order, and the time of the tick that reached it.
alter table forex_positions add column type text not null default 'market' check (type in ('market', 'limit', 'stop'));
alter table forex_positions add column price bigint check (price > 0);
alter table forex_positions add column reached_ms bigint;
