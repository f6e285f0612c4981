/** How old a price may be that an order goes by, in ms. By itself, so that a mutation of the server's leaves this as it is. */
export { STALE_AFTER_MS as PRICE_AGE_MS_MAX } from '../../src/rules/market/prices.ts'
