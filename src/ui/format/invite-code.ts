const LENGTH_MAX = 32

/** The invitation code of a link, `?view=create&code=…`, or empty. */
export const inviteCodeIn = (query: URLSearchParams): string => (query.get('code') ?? '').trim().slice(0, LENGTH_MAX)
