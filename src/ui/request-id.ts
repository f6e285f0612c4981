/** A new id for a request that moves money: 128 random bits. It works on pages without a secure origin too. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
