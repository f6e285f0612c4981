/** How many characters a password has, at least and at most. */
export const PASSWORD_LENGTH_MIN = 6
export const PASSWORD_LENGTH_MAX = 16
