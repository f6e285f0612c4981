-- How often a person has taken each tier, and what was credited to them, is counted and summed without reading the orders.
create index plan_orders_taken on plan_orders (user_id, tier) where state <> 'failed';
create index deposits_credited on deposits (user_id, credited_value) where state = 'succeeded';
