-- Why an order came to nothing. Of those before nobody wrote it down.
alter table levers add column void_reason text check (void_reason in ('stops', 'cost', 'delivery', 'noPrice'));
