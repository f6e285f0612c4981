-- What a photograph is for is what the calls take: a new purpose needs no migration.
create table uploads_of_any_purpose (
  id text primary key,
  user_id text not null references users (id),
  purpose text not null,
  name text not null unique,
  -- Of the bytes as they arrived: the same file is taken once from a user.
  hash text not null,
  likeness text,
  bytes bigint not null,
  created_at bigint not null,
  -- Null until something that was submitted names it: until then it is swept away when old.
  used_at bigint,
  unique (user_id, hash)
);
insert into uploads_of_any_purpose select id, user_id, purpose, name, hash, likeness, bytes, created_at, used_at from uploads;
drop table uploads;
alter table uploads_of_any_purpose rename to uploads;
create index uploads_unused on uploads (created_at) where used_at is null;
create index uploads_by_hash on uploads (hash);
