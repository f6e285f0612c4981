import type { ArticleKind } from '../../../rules/account/articles.ts'
import { ARTICLE, HELP, LICENCE, LOAN_TERMS, RISKS, TERMS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'

/** Documents with a page of their own. */
const pages: Readonly<Record<string, string>> = {
  'legal/terms': TERMS,
  'legal/loans': LOAN_TERMS,
  'legal/licence': LICENCE,
  'legal/risks': RISKS,
}

/** The place of an article's link: a page of the app, or an article as `kind/slug`. */
export function placeOfLink(to: string): string {
  if (to.startsWith('/')) return to
  const [kind = '', slug = ''] = to.split('/')
  return placeOfArticle({ kind, slug })
}

/** The page of an article. */
export const placeOfArticle = ({ kind, slug }: { kind: ArticleKind | string; slug: string }): string =>
  pages[`${kind}/${slug}`] ?? (kind === 'help' ? placeOf(HELP, { slug }) : placeOf(ARTICLE, { kind, slug }))
