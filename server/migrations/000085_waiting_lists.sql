-- Lists of the desk, and of what is kept about a person: each is read from an index, however many people there are.
create index kyc_waiting on kyc (id) where state = 'pendingReview';
create index audit_of_user on audit (user_id, id) where user_id is not null;
create index uploads_of_user on uploads (user_id, id);
