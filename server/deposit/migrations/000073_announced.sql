-- A provider names an account: which deposits were announced to it, and not named yet.
create index deposits_announced on deposits (account) where settled_ms is null and reference is null;
