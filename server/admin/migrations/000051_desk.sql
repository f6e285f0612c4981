-- Who works at the desk: apart from users, and made on the command line.
create table desk_operators (
  name text primary key,
  -- With spaces between.
  roles text not null,
  password_hash text not null,
  sealed text not null,
  -- The newest step of the authenticator whose code was taken.
  used_step bigint not null,
  created_at bigint not null
);

create table desk_sessions (
  token_hash text primary key,
  operator text not null references desk_operators (name) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index desk_sessions_of_operator on desk_sessions (operator);

-- An act about money that waits for a second person.
create table desk_proposals (
  id text primary key,
  operator text not null,
  command text not null,
  -- Its words, as JSON: args and options.
  words text not null,
  at bigint not null,
  -- waiting; begun: the second person agreed; done, failed, declined.
  state text not null,
  second text,
  outcome text
);
create index desk_proposals_open on desk_proposals (id) where state in ('waiting', 'begun');

-- What operators note about a person.
create table desk_notes (
  id text primary key,
  user_id text not null references users (id),
  operator text not null,
  text text not null,
  at bigint not null
);
create index desk_notes_of_user on desk_notes (user_id, id);
