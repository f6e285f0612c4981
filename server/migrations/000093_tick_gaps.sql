-- Where a symbol's record pauses for more than a minute: the server was stopped, its feed away, or the market closed. The ticks before and after,
-- and the price as far on the other side of the one before.
create table tick_gaps (
  symbol text not null,
  seq bigint not null,
  time_ms bigint not null,
  price bigint not null,
  hash text not null,
  before_seq bigint not null,
  before_ms bigint not null,
  before_price bigint not null,
  before_hash text not null,
  mirror bigint not null,
  primary key (symbol, seq)
);
create index tick_gaps_by_time on tick_gaps (symbol, time_ms);

-- A mirrored one waits for a gap, and is crossed by its mirror price.
alter table triggers add column mirrored bigint not null default 0 check (mirrored in (0, 1));
