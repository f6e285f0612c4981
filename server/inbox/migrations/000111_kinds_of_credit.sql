-- Loans, hosting plans and what deposits earn have kinds of their own.
update user_messages set kind = 'loan'
  where key in ('loanPaidOut', 'loanRefused', 'loanSettled', 'loanCollected', 'loanLate', 'loanDueSoon');
update user_messages set kind = 'plan' where key in ('planRefused', 'planEnded');
update user_messages set kind = 'earnings' where key = 'savingsMatured';
