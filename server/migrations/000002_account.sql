alter table sessions add column agent text not null default '';
alter table sessions add column address text not null default '';

-- Files that people sent in. The bytes lie in the store under the name.
create table uploads (
  id text primary key,
  user_id text not null references users (id),
  purpose text not null check (purpose in ('identityFront', 'identityBack')),
  name text not null unique,
  -- Of the bytes as they arrived: the same file is taken once from a user.
  hash text not null,
  bytes bigint not null,
  created_at bigint not null,
  -- Null until something that was submitted names it: until then it is swept away when old.
  used_at bigint,
  unique (user_id, hash)
);
create index uploads_unused on uploads (created_at) where used_at is null;

-- Who a person is. What is sealed is encrypted with the platform's key.
create table verifications (
  id text primary key,
  user_id text not null references users (id),
  state text not null check (state in ('pendingReview', 'verified', 'refused')),
  country text not null,
  certificate text not null check (certificate in ('driverLicence', 'passport', 'idCard')),
  sealed text not null,
  -- Keyed: the number cannot be tried out without the platform's key.
  number_hash text not null,
  front_id text not null,
  back_id text not null,
  reason text,
  submitted_at bigint not null,
  -- When the paper desk decides, in seconds; null once someone has decided.
  due_at bigint,
  decided_at bigint,
  check ((due_at is null) = (state <> 'pendingReview') and (decided_at is null) = (due_at is not null))
);
create unique index verifications_of_number on verifications (number_hash) where state <> 'refused';
create unique index verifications_of_user on verifications (user_id) where state <> 'refused';
create index verifications_by_user on verifications (user_id, id);
create index verifications_due on verifications (due_at, id) where due_at is not null;

-- The transaction password: asked for where money leaves.
create table pay_passwords (
  user_id text primary key references users (id),
  password_hash text not null,
  updated_at bigint not null
);

create table bank_cards (
  user_id text primary key references users (id),
  sealed text not null,
  updated_at bigint not null
);

-- A two-factor authenticator: offered until its first code is right, bound from then on.
create table authenticators (
  user_id text primary key references users (id),
  sealed text not null,
  state text not null check (state in ('offered', 'bound')),
  -- The newest time step whose code was taken: it and those before are used up.
  used_step bigint not null,
  created_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id),
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table user_messages (
  id text primary key,
  user_id text not null references users (id),
  -- A text of the platform by its key, or an operator's own words.
  key text,
  params text not null,
  text text,
  at bigint not null,
  read_at bigint,
  check ((key is null) <> (text is null))
);
create index user_messages_of_user on user_messages (user_id, id);

-- Who did what to whom, when, and why. Only ever added to.
create table audit (
  id text primary key,
  who text not null,
  act text not null,
  user_id text,
  why text not null,
  at bigint not null
);
