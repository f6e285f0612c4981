create table passkeys (
  id text primary key,
  user_id text not null references users (id),
  credential_id text not null unique,
  -- COSE, in base64url.
  public_key text not null,
  counter bigint not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create index passkeys_of_user on passkeys (user_id, created_at, id);

create table passkey_challenges (
  challenge text primary key,
  -- Whose passkey it adds; null: it signs in.
  user_id text references users (id),
  expires_at bigint not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Neither database changes a condition of a column in a way that both understand.
alter table sessions add column signed_in_by text not null default 'password'
  check (signed_in_by in ('password', 'wallet', 'passkey'));
update sessions set signed_in_by = method;
alter table sessions drop column method;
alter table sessions rename column signed_in_by to method;
