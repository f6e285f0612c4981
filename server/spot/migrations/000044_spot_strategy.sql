-- The strategy that placed an order, and which of its orders it is: each is placed once.
alter table spots add column strategy_id text;
alter table spots add column strategy_step text;
create unique index spots_of_strategy on spots (strategy_id, strategy_step) where strategy_id is not null;
create index spots_of_strategy_newest on spots (strategy_id, id) where strategy_id is not null;
