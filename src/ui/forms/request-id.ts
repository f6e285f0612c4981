/** A new idempotency key for a request that moves money: 128 random bits. Also works without a secure origin. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
