-- By what the key is known that everything sealed here was sealed by. It tells nothing of the key itself.
create table vault_key (
  only_row text primary key check (only_row = 'only'),
  fingerprint text not null
);
