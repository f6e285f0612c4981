/** Normalises a code: without the space in its middle, a recovery code in upper case. */
export const plainAuthenticatorCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** Six digits of an authenticator, or a recovery code: ten letters and digits from an unambiguous alphabet. */
export const isAuthenticatorCode = (plain: string): boolean => /^(\d{6}|[2-9ABCDEFGHJKMNPQRSTVWXYZ]{10})$/.test(plain)
