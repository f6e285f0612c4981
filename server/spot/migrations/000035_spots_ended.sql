-- What someone's spot orders came to, without reading a row of the table.
create index spots_ended on spots (user_id, id, symbol, state, currency, side, worth, fee, settled_ms)
where settled_ms is not null;
