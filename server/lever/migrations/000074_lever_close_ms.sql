-- From when on a contract is closed by its owner. What changes it before keeps a moment of its own.
alter table levers add column close_ms bigint;
update levers set close_ms = asked_ms where state = 'open.closing';
update levers set asked_ms = null where state = 'open.closing' and adding = 0
  and coalesce(next_take_profit, 0) = coalesce(take_profit, 0) and coalesce(next_stop_loss, 0) = coalesce(stop_loss, 0);
