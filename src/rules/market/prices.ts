/** A price older than this, in ms, is stale: nothing opens or settles on it. */
export const STALE_AFTER_MS = 5_000
