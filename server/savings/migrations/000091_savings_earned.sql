-- What a person has earned is summed by this alone.
create index savings_earned on savings (user_id, currency, earned);
