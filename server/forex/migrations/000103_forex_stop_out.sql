-- A position is closed where no more is left than this part of its first margin, in basis points: those of before were ordered by a fifth.
alter table forex_positions add column stop_out_bps bigint not null default 2000 check (stop_out_bps >= 0);
