-- What an act was about, as JSON: person, amount and the words that it was given. Acts before this have none.
alter table audit add column facts text;
