-- What moved a person's accounts is read newest first, a page at a time.
drop index entries_of_account;
create index entries_of_account on entries (account_id, transfer_id);
