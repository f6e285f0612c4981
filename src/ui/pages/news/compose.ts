import {
  createAgree,
  createLoadArticle,
  createLoadContact,
  createLoadDue,
  createLoadNews,
  type ListAsked,
} from '../../../machines/actors/news.ts'
import { agreementsMachine } from '../../../machines/session/agreements.ts'
import type { ArticleKind } from '../../../rules/articles.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client }: Ground) => ({
  list: (asked: ListAsked) => createLoadNews(client, asked),
  article: (kind: ArticleKind, slug: string) => createLoadArticle(client, kind, slug),
  contact: createLoadContact(client),
  agreements: agreementsMachine.provide({ actors: { loadDue: createLoadDue(client), agree: createAgree(client) } }),
})
