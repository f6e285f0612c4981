import type { ArticleKind } from '../../../rules/articles.ts'
import { placeOf } from '../../hash.ts'
import { ARTICLE, HELP, LICENCE, LOAN_TERMS, RISKS, TERMS } from '../../places.ts'

/** The documents that have a page of their own. */
const pages: Readonly<Record<string, string>> = {
  'legal/terms': TERMS,
  'legal/loans': LOAN_TERMS,
  'legal/licence': LICENCE,
  'legal/risks': RISKS,
}

/** The place that a link of an article names: one of the app, or an article as `kind/slug`. */
export function placeOfLink(to: string): string {
  if (to.startsWith('/')) return to
  const [kind = '', slug = ''] = to.split('/')
  return placeOfArticle({ kind, slug })
}

/** Where an article is read. */
export const placeOfArticle = ({ kind, slug }: { kind: ArticleKind | string; slug: string }): string =>
  pages[`${kind}/${slug}`] ?? (kind === 'help' ? placeOf(HELP, { slug }) : placeOf(ARTICLE, { kind, slug }))
