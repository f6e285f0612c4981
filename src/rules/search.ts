/** What is searched: a title counts for more than a summary, and that for more than the text. */
export type Searched = { title: string; summary: string; text: string }

/** What was found. `snippet`: the line of the text in which the first word stands, or null where it stands above. */
export type Found<A> = { article: A; snippet: string | null }

/** Text as it is compared: without case, accents and width. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()

/**
 * The articles in which every word of a query stands, those with a word in their title first. Words are parts of words, so
 * that languages without spaces are searched too. An empty query finds all, as they stand.
 */
export function searchArticles<A extends Searched>(articles: readonly A[], query: string): readonly Found<A>[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return articles.map((article) => ({ article, snippet: null }))
  return articles
    .flatMap((article) => {
      const title = plain(article.title)
      const summary = plain(article.summary)
      const whole = `${title}\n${summary}\n${plain(article.text)}`
      if (!words.every((word) => whole.includes(word))) return []
      const inTitle = words.filter((word) => title.includes(word)).length
      const above = words.some((word) => title.includes(word) || summary.includes(word))
      const line = article.text.split('\n').find((each) => words.some((word) => plain(each).includes(word)))
      return { article, snippet: above ? null : (line ?? null), inTitle }
    })
    .sort((a, b) => b.inTitle - a.inTitle)
    .map(({ article, snippet }) => ({ article, snippet }))
}
