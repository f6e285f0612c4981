-- One word for it, as its calls have always had it.
alter table verifications rename to kyc;
drop index verifications_of_number;
drop index verifications_of_user;
drop index verifications_by_user;
drop index verifications_due;
create unique index kyc_of_number on kyc (number_hash) where state <> 'refused';
create unique index kyc_of_user on kyc (user_id) where state <> 'refused';
create index kyc_by_user on kyc (user_id, id);
create index kyc_due on kyc (due_at, id) where due_at is not null;
update events set kind = 'kyc' where kind = 'verification';
