-- A position can be closed in parts: those so far, as JSON, and the lots of a requested close, in hundredths; null for all.
alter table forex_positions add column parts text not null default '[]';
alter table forex_positions add column close_lots bigint check (close_lots > 0);
