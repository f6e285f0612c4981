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
import type { Heard } from '../../api/wire/kept-answers.ts'
import type { ArticleKind, ReadKind } from '../../rules/account/articles.ts'
import { type Answer, call, send } from '../actors/call.ts'
import { orKept } from '../actors/calls.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** The query of articles. `after`: a cursor; `texts`: with full text; `quiet`: in the background. */
export type ListAsked = {
  kind: ArticleKind
  after?: string | undefined
  limit?: number
  texts?: boolean
  quiet?: boolean
}

/** A list of articles in the app's language. Without an answer, the cached one, with its age. */
export const loadArticles = ({ texts = false, quiet = false, ...asked }: ListAsked) =>
  loadFirstBy(
    fromPromise<Answer<typeof listNews> & Pick<Heard<unknown>, 'asOf'>>(async ({ signal }) => {
      const input = { ...asked, texts: texts ? ('1' as const) : ('0' as const) }
      // What stands beside other content has no room for its age.
      if (quiet) return { ...(await send(listNews, input, { signal, quiet })), asOf: null }
      const { value, asOf } = await orKept(listNews, input, { signal })
      return { ...value, asOf }
    }),
  )

/** One article, or null if there is none of that name. Without an answer, the cached one. */
export const loadArticle = (kind: ReadKind, slug: string) =>
  loadFirstBy(
    fromPromise<Heard<Article> | null>(({ signal }) =>
      orNull(orKept(newsDetail, { kind, slug }, { signal, inPlace: () => true })),
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
