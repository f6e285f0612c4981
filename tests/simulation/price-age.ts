/** Maximum age of an order's price, in ms. In a file of its own, so that a mutation of the server's constant can leave it alone. */
export { STALE_AFTER_MS as PRICE_AGE_MS_MAX } from '../../src/rules/market/prices.ts'
