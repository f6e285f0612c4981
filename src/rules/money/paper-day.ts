/** Default length of a day of deposits, plans and loans, in seconds. */
export const DAY_SECONDS = 86_400
