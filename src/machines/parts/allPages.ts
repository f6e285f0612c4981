/** A page of a list, newest first: at most `limit` entries, after the one with the id `before`. */
export type PageBefore = { limit: number; before?: string }

/**
 * All entries of a list that is read page by page, newest first.
 *
 * @param limit of each page
 */
export async function allPages<T extends { id: string }>(
  limit: number,
  load: (page: PageBefore) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const before = all.at(-1)?.id
    const page = await load({ limit, ...(before !== undefined && { before }) })
    all.push(...page)
    if (page.length < limit) return all
  }
}
