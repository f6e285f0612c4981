-- What the option counts as traded, in minor units of USDT, once it was won or lost; null before, and where nobody won.
alter table microtrades add column turnover bigint;
update microtrades set turnover = amount where currency = 'USDT' and state in ('won', 'lost');
