-- From when on what was asked of a contract holds. Until now that was when it was due.
alter table levers add column asked_ms bigint;
update levers set asked_ms = due_ms where state in ('open.changing', 'open.closing');

-- Funding: the terms, when it is paid next, what it brought so far, and what of that the last payment did.
alter table levers add column funding_hours bigint check (funding_hours > 0);
alter table levers add column funding_ppm bigint;
alter table levers add column funding_ms bigint;
alter table levers add column funding bigint not null default 0;
alter table levers add column funded bigint not null default 0;
