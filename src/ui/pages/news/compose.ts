import {
  createAgree,
  createLoadAgreed,
  createLoadArticle,
  createLoadContact,
  createLoadDue,
  createLoadNews,
  type ListAsked,
} from '../../../machines/actors/news.ts'
import { agreementsMachine } from '../../../machines/session/agreements.ts'
import type { ReadKind } from '../../../rules/account/articles.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client }: Ground) => ({
  list: (asked: ListAsked) => createLoadNews(client, asked),
  article: (kind: ReadKind, slug: string) => createLoadArticle(client, kind, slug),
  agreed: (hash: string) => createLoadAgreed(client, hash),
  contact: createLoadContact(client),
  agreements: agreementsMachine.provide({ actors: { loadDue: createLoadDue(client), agree: createAgree(client) } }),
})
