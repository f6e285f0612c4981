import { fromPromise } from 'xstate'
import { CallRefused, result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
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
} from '../../api/news.ts'
import type { ArticleKind, ReadKind } from '../../rules/articles.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** Which articles: `after` begins behind one of them; `texts` brings all that they say. `quiet`: nobody waits for it. */
export type ListAsked = {
  kind: ArticleKind
  after?: string | undefined
  limit?: number
  texts?: boolean
  quiet?: boolean
}

/** A list of articles in the language that the app shows. */
export const createLoadNews = (client: Client, { kind, after, limit, texts = false, quiet = false }: ListAsked) =>
  loadFirstBy(
    fromPromise<NewsList>(async ({ signal }) => {
      const asked = { kind, after, limit, texts: texts ? ('1' as const) : ('0' as const) }
      return result(await client.call(listNews, asked, { signal, quiet }))
    }),
  )

/** One article, or null where there is none of that name. */
export const createLoadArticle = (client: Client, kind: ReadKind, slug: string) =>
  loadFirstBy(
    fromPromise<Article | null>(async ({ signal }) => {
      try {
        return result(await client.call(newsDetail, { kind, slug }, { signal, inPlace: () => true }))
      } catch (error) {
        // The page says that there is none. What no answer came to is asked for again.
        if (error instanceof CallRefused) return null
        throw error
      }
    }),
  )

/** A document as it was agreed to, by its hash, or null where nobody agreed to such a one. */
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

/** How customer service is reached: also by someone who is not signed in. */
export const createLoadContact = (client: Client) =>
  loadFirstBy(
    fromPromise<Contact>(async ({ signal }) => result(await client.call(contactService, {}, { signal, quiet: true }))),
  )

/** What someone agreed to in an earlier version. Nobody waits for it. */
export const createLoadDue = (client: Client) =>
  fromPromise<readonly DueDocument[]>(async ({ signal }) =>
    result(await client.call(dueDocuments, {}, { signal, quiet: true })).filter(({ before }) => before),
  )

/** Agrees to documents as they were shown, one after the other. What arrived stays, and again it changes nothing. */
export const createAgree = (client: Client) =>
  fromPromise<void, readonly DueDocument[]>(async ({ input, signal }) => {
    for (const { slug, hash } of input) {
      result(await client.call(agree, { slug, hash }, { signal, inPlace: () => true }))
    }
  })
