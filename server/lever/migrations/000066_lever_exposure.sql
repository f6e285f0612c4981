-- What a contract is worth: by the price that it was ordered at, and once it has opened by that price, of what is open of it. Of those that
-- are live the margin says it.
alter table levers add column worth bigint not null default 0 check (worth >= 0);
update levers set worth = leverage * (case when open_seq is null then reserve else initial end) where settled_ms is null;

-- What all else that its owner had on the symbol was worth when it was ordered: its tiers begin there.
alter table levers add column exposure bigint not null default 0 check (exposure >= 0);
