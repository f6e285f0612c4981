-- Raised by one at each change of an order: of two reports of it the higher one is the newer.
alter table microtrades add column version bigint not null default 1;

-- A price that an order waits for: the first recorded tick at or beyond `level` from `since_ms` on decides.
create table triggers (
  kind text not null,
  order_id text not null,
  name text not null,
  symbol text not null,
  side text not null check (side in ('atOrAbove', 'atOrBelow')),
  level bigint not null check (level > 0),
  since_ms bigint not null,
  -- Up to where the record was examined for this one alone, in ms; null once its symbol's watermark covers it.
  examined_ms bigint,
  primary key (order_id, name)
);
create index triggers_by_level on triggers (symbol, side, level) where examined_ms is null;
create index triggers_examined_alone on triggers (symbol, examined_ms) where examined_ms is not null;

-- Up to which tick of a symbol the record was examined for all triggers together.
create table watermarks (
  symbol text primary key,
  seq bigint not null,
  time_ms bigint not null
);
