-- Whom someone invited, and whom those did.
create index users_by_inviter on users (inviter_id) where inviter_id is not null;
