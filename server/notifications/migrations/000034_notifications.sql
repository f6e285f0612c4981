-- Of what a person hears, and how; no row: as by default. `switches`: JSON, by kind and way. `details`: 1 where what leaves
-- the app may say what a message says.
create table notification_settings (
  user_id text primary key references users (id),
  switches text not null,
  details bigint not null check (details in (0, 1))
);

-- The browsers that are told by push: one a session, which takes it along when it ends. `sealed`: where it is reached, and
-- the keys to encrypt by; `endpoint_hash`: keyed. `push_key`: the server's, by which the browser subscribed.
create table push_subscriptions (
  token_hash text primary key references sessions (token_hash) on delete cascade,
  user_id text not null references users (id),
  endpoint_hash text not null unique,
  sealed text not null,
  push_key text not null,
  at bigint not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- What is to leave the server: a row goes once it is sent, or once it is too late. `token_hash`: of the subscription, for push.
create table notification_outbox (
  id text primary key,
  message_id text not null references user_messages (id),
  user_id text not null references users (id),
  way text not null check (way in ('email', 'push')),
  token_hash text references push_subscriptions (token_hash) on delete cascade,
  at bigint not null,
  send_at bigint not null,
  tries bigint not null default 0,
  check ((way = 'push') = (token_hash is not null))
);
create index notification_outbox_due on notification_outbox (send_at);
create index notification_outbox_of_subscription on notification_outbox (token_hash);

-- The server's own key pair for push, where the settings name none.
create table push_keys (
  only_row text primary key check (only_row = 'only'),
  sealed text not null
);
