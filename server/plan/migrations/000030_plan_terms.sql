-- What an order is checked against stays with it: the end of its plan's chain, as it was published when the order was made.
alter table plan_orders add column chain_end text not null default '';
update plan_orders set chain_end = (select plans.chain_end from plans where plans.id = plan_orders.plan_id);

-- Tiers that an operator offers no plan of.
create table plans_withheld (
  tier text primary key,
  since_ms bigint not null
);
