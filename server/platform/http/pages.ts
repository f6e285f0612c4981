import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { pageOfTheme, readTheme } from '../../../src/rules/account/theme.ts'
import type { Clock } from '../clock.ts'
import { encodingOf, sendEncoded } from './compression.ts'
import { createLivePages, type PageQuotes } from './live-page.ts'

const YEAR_SECONDS = 31_536_000

/** The CSP hashes of a page's inline styles. */
const inlineStyles = (html: string) =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )

/** The built app: its folder, and the quotes for its page, if there is a market. */
export type Pages = { folder: string; quotes?: (() => PageQuotes) | undefined }

/**
 * Security headers on every answer, and the built app if there is one: its page with the theme from the cookie and the current quotes.
 *
 * The token is in local storage: only our own script files may run, and no script is created from text.
 */
export async function servePages(app: FastifyInstance, clock: Clock, pages: Pages | undefined): Promise<void> {
  const folder = pages?.folder
  const styles = folder ? inlineStyles(readFileSync(join(folder, 'index.html'), 'utf8')) : []
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...styles],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // Each of these policies allows one worker's file, and nothing else.
        trustedTypes: ['worker', 'replay', 'photo'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onRequest', (request, reply, next) =>
    secure(request.raw, reply.raw, (error) => next(error as Error | undefined)),
  )
  if (!folder) return
  const livePage = pages.quotes && createLivePages(clock, pages.quotes)
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const built = new Set(readdirSync(folder))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      const { headers } = request
      const dressed = pageOfTheme(readTheme(headers.cookie ?? ''))
      const file = built.has(dressed) ? dressed : 'index.html'
      const encoding = encodingOf(headers['accept-encoding'])
      const page = await livePage?.(join(folder, file), encoding)
      if (!page) return reply.header('vary', 'cookie').sendFile(file)
      reply.header('vary', 'cookie, accept-encoding')
      return sendEncoded(request, reply, page, 'text/html; charset=utf-8')
    },
  })
}
