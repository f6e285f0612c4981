-- What is published together is an edition: of two that were checked against the same one, one is published, and the later one
-- counts, whatever the clocks of nodes say. What kinds there are is the code's to say.
create table editions (
  number bigint primary key,
  at bigint not null
);

create table publications_by_edition (
  id text primary key,
  edition bigint not null,
  lang text not null,
  kind text not null,
  slug text not null,
  source text,
  at bigint not null
);
insert into publications_by_edition select id, 0, lang, kind, slug, source, at from publications;
drop table publications;
alter table publications_by_edition rename to publications;

-- What a document says under a version, in each language: the SHA-256 of its title and text, before figures are filled in. Once it
-- is there it stays: people agreed to it.
create table documents (
  slug text not null,
  version bigint not null,
  lang text not null,
  words_hash text not null,
  at bigint not null,
  primary key (slug, version, lang)
);
