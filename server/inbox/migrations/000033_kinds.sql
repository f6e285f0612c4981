-- What each message is about: an operator's own words, unless its text is the platform's.
alter table user_messages add column kind text not null default 'operator';
update user_messages set kind = 'review' where key in ('realNamePassed', 'realNameRefused');
update user_messages set kind = 'security' where key in ('passwordChanged', 'bankCardChanged', 'withdrawalAddressAdded');
update user_messages set kind = 'settlement' where key = 'savingsMatured';
update user_messages set kind = 'funding'
  where key in ('depositArrived', 'withdrawalArrived', 'withdrawalRefused', 'withdrawalBounced', 'balanceAdjusted');
