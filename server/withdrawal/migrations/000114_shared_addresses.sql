-- Who else saved an address, and who else signed in from a network address, is found without reading all of them.
create index withdrawal_addresses_by_address on withdrawal_addresses (address, user_id);
create index sessions_by_address on sessions (address, user_id);
