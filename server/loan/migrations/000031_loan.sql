create table loans (
  id text primary key,
  user_id text not null references users (id),
  currency text not null,
  amount bigint not null check (amount > 0),
  days bigint not null check (days > 0),
  rate_ppm bigint not null check (rate_ppm > 0),
  late_ppm bigint not null check (late_ppm >= 0),
  late_cap_ppm bigint not null check (late_cap_ppm >= 0),
  collect_after_days bigint not null check (collect_after_days >= 0),
  day_ms bigint not null check (day_ms > 0),
  agreement_version bigint not null,
  agreement_hash text not null,
  house_id text not null,
  income_id text not null,
  statement_id text not null,
  identity_id text not null,
  -- Whether the photographs are there: 0 once they were removed.
  documents bigint not null check (documents in (0, 1)),
  -- Null until it is paid out.
  start_ms bigint,
  -- As it stands: what is owed of the principal, the days that were charged, and what they came to in millionths of a minor unit.
  principal bigint not null check (principal >= 0 and principal <= amount),
  counted bigint not null check (counted >= 0),
  interest_micros bigint not null check (interest_micros >= 0),
  interest_paid bigint not null check (interest_paid >= 0 and interest_paid <= interest_micros / 1000000),
  fee_micros bigint not null check (fee_micros >= 0 and fee_micros <= amount * late_cap_ppm),
  fee_paid bigint not null check (fee_paid >= 0 and fee_paid <= fee_micros / 1000000),
  reminded bigint not null,
  -- How often something was repaid, how often of these the platform took it, all of it together, and what the last time was, when and for what.
  payments bigint not null check (payments >= 0),
  collections bigint not null check (collections >= 0 and collections <= payments),
  paid bigint not null check (paid >= 0),
  last_ms bigint not null,
  last_fee bigint not null,
  last_interest bigint not null,
  last_principal bigint not null,
  reason text,
  state text not null check (state in ('pendingReview', 'paidOut', 'overdue', 'settled', 'refused')),
  version bigint not null,
  accepted_ms bigint not null,
  -- When the paper desk decides, or the next day begins.
  due_ms bigint,
  settled_ms bigint,
  check (paid = interest_paid + fee_paid + case when start_ms is null then 0 else amount - principal end),
  check ((start_ms is null) = (state in ('pendingReview', 'refused')))
);
create index loans_of_user on loans (user_id, id);
create index loans_due on loans (due_ms, id) where due_ms is not null;
create index loans_live on loans (user_id, currency) where settled_ms is null;
create index loans_with_documents on loans (settled_ms) where documents = 1;
-- A second application is refused while one is under review, whatever arrives at once, on any node.
create unique index loans_under_review on loans (user_id) where state = 'pendingReview';

create table loan_payments (
  loan_id text not null references loans (id),
  number bigint not null,
  at_ms bigint not null,
  by_whom text not null check (by_whom in ('user', 'platform')),
  fee bigint not null check (fee >= 0),
  interest bigint not null check (interest >= 0),
  principal bigint not null check (principal >= 0),
  primary key (loan_id, number)
);
