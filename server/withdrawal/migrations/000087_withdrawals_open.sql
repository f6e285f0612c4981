create index withdrawals_open on withdrawals (id) where settled_ms is null;
create index withdrawals_asked on withdrawals (user_id, accepted_ms);
