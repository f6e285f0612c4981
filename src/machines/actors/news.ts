import { fromPromise } from 'xstate'
import {
  type AgreedText,
  type Article,
  agree,
  agreedText,
  type Contact,
  contactService,
  type DueDocument,
  dueDocuments,
  listNews,
  type NewsList,
  newsDetail,
} from '../../api/account/news.ts'
import type { Client } from '../../api/client/client.ts'
import { CallRefused, result } from '../../api/wire/answer.ts'
import type { ArticleKind, ReadKind } from '../../rules/account/articles.ts'
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
export const createLoadNews = (client: Client, { kind, after, limit, texts = false, quiet = false }: ListAsked) =>
  loadFirstBy(
    fromPromise<NewsList>(async ({ signal }) => {
      const asked = { kind, after, limit, texts: texts ? ('1' as const) : ('0' as const) }
      return result(await client.call(listNews, asked, { signal, quiet }))
    }),
  )

/** One article, or null if there is none of that name. */
export const createLoadArticle = (client: Client, kind: ReadKind, slug: string) =>
  loadFirstBy(
    fromPromise<Article | null>(async ({ signal }) => {
      try {
        return result(await client.call(newsDetail, { kind, slug }, { signal, inPlace: () => true }))
      } catch (error) {
        // The page shows that there is none. A request without an answer is retried.
        if (error instanceof CallRefused) return null
        throw error
      }
    }),
  )

/** An accepted version of a document, by its hash, or null. */
export const createLoadAgreed = (client: Client, hash: string) =>
  loadFirstBy(
    fromPromise<AgreedText | null>(async ({ signal }) => {
      try {
        return result(await client.call(agreedText, { hash }, { signal, inPlace: () => true }))
      } catch (error) {
        if (error instanceof CallRefused) return null
        throw error
      }
    }),
  )

/** Contacts of customer service, also for guests. */
export const createLoadContact = (client: Client) =>
  loadFirstBy(
    fromPromise<Contact>(async ({ signal }) => result(await client.call(contactService, {}, { signal, quiet: true }))),
  )

/** Documents accepted in an earlier version. Loaded in the background. */
export const createLoadDue = (client: Client) =>
  fromPromise<readonly DueDocument[]>(async ({ signal }) =>
    result(await client.call(dueDocuments, {}, { signal, quiet: true })).filter(({ before }) => before),
  )

/** Accepts the shown documents one by one. Accepting again is idempotent. */
export const createAgree = (client: Client) =>
  fromPromise<void, readonly DueDocument[]>(async ({ input, signal }) => {
    for (const { slug, hash } of input) {
      result(await client.call(agree, { slug, hash }, { signal, inPlace: () => true }))
    }
  })
