-- What a photograph looks like, as 64 bits in 16 hex digits; null of those that came before.
alter table uploads add column likeness text;
create index uploads_by_hash on uploads (hash);
-- What a number's hash was made of: all that was entered with it, or what is on the document alone.
alter table kyc add column number_of text not null default 'entered' check (number_of in ('entered', 'document'));
create index kyc_entered on kyc (id) where number_of = 'entered';
