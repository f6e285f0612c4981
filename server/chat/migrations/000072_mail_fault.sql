-- Of an answer to a form: why it never went out.
alter table chat_messages add column mail_fault text;
