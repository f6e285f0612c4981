import * as api from '../../src/api/account/news.ts'
import { usualSeconds } from '../chat/module.ts'
import type { Platform } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { agreedTextOf, agreementsOf, documentOf, dueTo, keepAgreements } from './agreements.ts'
import { libraryOf } from './library.ts'

/** The calls of articles, contacts and consents. */
export function newsRoutes(platform: Platform): readonly Route[] {
  const library = libraryOf(platform)
  const { SUPPORT_EMAIL: email = null, SUPPORT_URL: url = null } = platform.config
  const contact = async () => ({ email, url, usualSeconds: await usualSeconds(platform) })
  return [
    route(api.listNews, async ({ input: { kind, after, limit, texts }, lang }) => {
      const all = await library.list(lang, kind)
      const from = after === undefined ? 0 : all.findIndex(({ slug }) => slug === after) + 1
      const articles = all.slice(from, from + limit)
      return {
        articles: texts === '1' ? articles : articles.map((article) => ({ ...article, text: '' })),
        more: from + limit < all.length,
      }
    }),
    route(api.newsDetail, ({ input: { kind, slug }, lang }) => library.article(lang, kind, slug)),
    route(api.getKf, contact),
    route(api.contactService, contact),
    route(api.dueDocuments, ({ session, platform, lang }) => dueTo(platform, session.userId, lang)),
    route(api.agreedText, ({ input: { hash }, platform }) => agreedTextOf(platform, hash)),
    route(api.agree, async ({ input: { slug, hash }, session, platform, lang, commit }) => {
      const document = await documentOf(platform, lang, slug, hash)
      return commit(async (unit) => {
        await keepAgreements(unit, session.userId, [document])
        const kept = (await agreementsOf(unit.tx, session.userId, 100)).find(
          (each) => each.slug === slug && each.version === document.version,
        )
        if (!kept) throw new Error('an agreement was not kept')
        return { slug, version: document.version, at: kept.at }
      })
    }),
  ]
}
