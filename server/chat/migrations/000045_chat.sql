-- A conversation with customer service: one of each account that wrote, and one of each form that came without an account.
-- Numbers are of its messages, 0 before the first.
create table chats (
  id text primary key,
  user_id text unique references users (id),
  -- Of a form: where its answer goes, and the form itself, which may come twice.
  email text,
  form_id text unique,
  lang text not null,
  newest bigint not null,
  delivered bigint not null,
  shown bigint not null,
  seen bigint not null,
  closed bigint not null,
  -- Since when someone waits for an answer, in seconds; null where nobody does.
  waiting_since bigint,
  -- When the person is told of an answer that they have not read by then.
  notice_at bigint,
  last_at bigint not null,
  check ((user_id is null) <> (email is null)),
  check ((email is null) = (form_id is null)),
  check (delivered <= newest and shown <= delivered and seen <= newest and closed <= newest)
);
create index chats_by_time on chats (last_at);
create index chats_waiting on chats (waiting_since) where waiting_since is not null;
create index chats_to_notice on chats (notice_at) where notice_at is not null;

create table chat_messages (
  chat_id text not null references chats (id),
  seq bigint not null,
  -- Made by the device that sent it: the same one is taken once.
  client_id text,
  -- The operator who wrote it; null where the person did.
  operator text,
  text text not null,
  upload_id text,
  at bigint not null,
  -- Of an answer: for how long the person had waited, in seconds.
  waited bigint,
  -- Of an answer to a form: when it is tried next to send it; null once it went out.
  mail_at bigint,
  mail_tries bigint not null default 0,
  primary key (chat_id, seq),
  unique (chat_id, client_id)
);
create index chat_messages_by_time on chat_messages (at);
create index chat_answers on chat_messages (at) where waited is not null;
create index chat_mails on chat_messages (mail_at) where mail_at is not null;
