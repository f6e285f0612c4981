/** Searched fields: a title ranks above synonyms, and those above the rest. */
export type Searched = { title: string; summary: string; text: string; synonyms: readonly string[] }

/** A search result. `snippet`: the line of the text with the first match, or null if it matched above. */
export type Found<A> = { article: A; snippet: string | null }

/** Text normalised for comparison: without case, accents and width. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()

/**
 * The articles that contain every word of a query, title matches first. Words match as substrings, so that languages without spaces are
 * searched too. An empty query returns all, in order.
 */
export function searchArticles<A extends Searched>(articles: readonly A[], query: string): readonly Found<A>[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return articles.map((article) => ({ article, snippet: null }))
  return articles
    .flatMap((article) => {
      const title = plain(article.title)
      const summary = plain(article.summary)
      const named = plain(article.synonyms.join('\n'))
      const whole = `${title}\n${summary}\n${named}\n${plain(article.text)}`
      if (!words.every((word) => whole.includes(word))) return []
      const matches = (text: string) => words.filter((word) => text.includes(word)).length
      const above = words.some((word) => title.includes(word) || summary.includes(word))
      const line = article.text.split('\n').find((each) => words.some((word) => plain(each).includes(word)))
      return { article, snippet: above ? null : (line ?? null), inTitle: matches(title), inNames: matches(named) }
    })
    .sort((a, b) => b.inTitle - a.inTitle || b.inNames - a.inNames)
    .map(({ article, snippet }) => ({ article, snippet }))
}
