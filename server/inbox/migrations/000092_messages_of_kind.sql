-- Messages of a kind, and how many are unread.
create index user_messages_of_kind on user_messages (user_id, kind, id);
create index user_messages_unread on user_messages (user_id, id) where read_at is null;
