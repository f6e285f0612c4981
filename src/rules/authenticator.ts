/** A code is typed with or without the space that an authenticator shows in its middle, a recovery code in any case. */
export const plainAuthenticatorCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** Six digits of an authenticator, or a recovery code: ten letters and digits, none of them taken for another. */
export const isAuthenticatorCode = (plain: string): boolean => /^(\d{6}|[2-9ABCDEFGHJKMNPQRSTVWXYZ]{10})$/.test(plain)
