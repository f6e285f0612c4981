-- An address that is told whatever the switches say: the one that was bound before, or the one that hears of security no more.
alter table notification_outbox add column email text;
