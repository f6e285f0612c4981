-- A code that is sent for real lies sealed until it has gone out. `send_at`: when it is tried next, in seconds; null once
-- it went out, was given up, or where the paper outbox shows it.
alter table codes add column lang text not null default 'en';
alter table codes add column sealed_code text;
alter table codes add column send_at bigint;
alter table codes add column send_tries bigint not null default 0;
create index codes_to_send on codes (send_at) where send_at is not null;
