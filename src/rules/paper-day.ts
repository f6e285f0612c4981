/** How long a day of deposits, plans and loans is where nothing else is set, in seconds. */
export const DAY_SECONDS = 86_400
