create index plan_orders_waiting on plan_orders (id) where state = 'pendingReview';
