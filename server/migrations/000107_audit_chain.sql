-- The log of operators' acts is a hash chain. Lines from before have neither number nor hash until a start chains them.
alter table audit add column seq bigint;
alter table audit add column hash text;
create unique index audit_of_seq on audit (seq);
create index audit_unchained on audit (id) where seq is null;
create table audit_head (
  only_row text primary key,
  seq bigint not null,
  hash text not null
);
insert into audit_head (only_row, seq, hash) values ('only', 0, '');
