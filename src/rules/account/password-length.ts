/** Minimum and maximum number of characters of a password. */
export const PASSWORD_LENGTH_MIN = 6
export const PASSWORD_LENGTH_MAX = 16
