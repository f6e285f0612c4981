-- The stop-out level in basis points of the initial margin; earlier positions have 20%.
alter table forex_positions add column stop_out_bps bigint not null default 2000 check (stop_out_bps >= 0);
