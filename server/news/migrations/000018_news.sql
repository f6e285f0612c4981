-- What operators published, over what the server ships: the newest row of an article in a language counts. `source`: its
-- file as it was written; null where it was taken back.
create table publications (
  id text primary key,
  lang text not null,
  kind text not null check (kind in ('news', 'help', 'legal')),
  slug text not null,
  source text,
  at bigint not null
);

-- Documents as people agreed to them: what the hash is of, in full.
create table agreed_texts (
  hash text primary key,
  slug text not null,
  version bigint not null,
  lang text not null,
  text text not null,
  at bigint not null
);

create table agreements (
  user_id text not null references users (id),
  slug text not null,
  version bigint not null,
  hash text not null references agreed_texts (hash),
  at bigint not null,
  primary key (user_id, slug, version)
);
