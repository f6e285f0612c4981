import { fromPromise } from 'xstate'
import {
  type AgreedText,
  type Article,
  agreedText,
  contactService,
  listNews,
  newsDetail,
} from '../../api/account/news.ts'
import { CallRefused } from '../../api/wire/answer.ts'
import type { ArticleKind, ReadKind } from '../../rules/account/articles.ts'
import { call, send } from '../actors/call.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** The query of articles. `after`: a cursor; `texts`: with full text; `quiet`: in the background. */
export type ListAsked = {
  kind: ArticleKind
  after?: string | undefined
  limit?: number
  texts?: boolean
  quiet?: boolean
}

/** A list of articles in the app's language. */
export const loadArticles = ({ texts = false, quiet = false, ...asked }: ListAsked) =>
  loadFirstBy(call(listNews, { input: () => ({ ...asked, texts: texts ? '1' : '0' }), quiet }))

/** One article, or null if there is none of that name. */
export const loadArticle = (kind: ReadKind, slug: string) =>
  loadFirstBy(
    fromPromise<Article | null>(({ signal }) =>
      orNull(send(newsDetail, { kind, slug }, { signal, inPlace: () => true })),
    ),
  )

/** An accepted version of a document, by its hash, or null. */
export const loadAgreed = (hash: string) =>
  loadFirstBy(
    fromPromise<AgreedText | null>(({ signal }) => orNull(send(agreedText, { hash }, { signal, inPlace: () => true }))),
  )

/** Null if refused: the page shows that there is none. A request without an answer is retried. */
const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof CallRefused) return null
    throw error
  })

/** Contacts of customer service, also for guests. */
export const loadContact = loadFirstBy(call(contactService, { quiet: true }))
