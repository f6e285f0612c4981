-- What a liquidation takes besides the fee of closing, in basis points of what the position is worth then. Null: all that is left of the margin, as it
-- was. What has not ended gets the better terms.
alter table levers add column liquidation_fee_bps bigint check (liquidation_fee_bps >= 0);
update levers set liquidation_fee_bps = 25 where settled_ms is null;

-- The tiers of its contract when it was ordered: upTo:maintenanceBps, with a space between. Those of before were ordered by these.
alter table levers add column tiers text not null default '';
update levers set tiers = '20000:100 100000:250 500000:500';
update levers set tiers = '50000:50 250000:100 1000000:250' where symbol in ('BTCUSDT', 'ETHUSDT', 'EURUSD', 'GBPUSD', 'XAUUSD', 'XAGUSD');
update levers set tiers = '10000:200 50000:400 250000:800' where symbol in ('DOGEUSDT', 'UNIUSDT', 'ATOMUSDT', 'FILUSDT', 'ARBUSDT', 'NEARUSDT');
