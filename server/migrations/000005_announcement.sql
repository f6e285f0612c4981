-- What a process that serves no sockets has to tell those that do: an operator's command, for a short while.
create table announcements (
  id text primary key,
  topic text not null,
  body text not null,
  at bigint not null
);
create index announcements_by_time on announcements (at);
