-- What a plan's days are drawn by stays with it, and with each of its orders: a tier may be changed, and what runs is not.
alter table plans add column low_ppm bigint not null default 0;
alter table plans add column high_ppm bigint not null default 0;
update plans set
  low_ppm = case tier
    when '1' then 18300 when '2' then 24600 when '3' then 27900 when '4' then 30500 when '5' then 33300 else 35400 end,
  high_ppm = case tier
    when '1' then 20100 when '2' then 27300 when '3' then 29800 when '4' then 32900 when '5' then 33500 else 37400 end;
alter table plan_orders add column low_ppm bigint not null default 0;
alter table plan_orders add column high_ppm bigint not null default 0;
update plan_orders set
  low_ppm = (select plans.low_ppm from plans where plans.id = plan_orders.plan_id),
  high_ppm = (select plans.high_ppm from plans where plans.id = plan_orders.plan_id);
