/** Whether this page is open at a network address, for which no browser has passkeys: they belong to a domain. */
export const hasNoDomain = (): boolean => /^\[|^[\d.]+$/.test(location.hostname)

/** Whether passkeys can be used on this page: only in a browser that has them, over a secure connection, on a domain. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function' && !hasNoDomain()
