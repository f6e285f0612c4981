import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageOfLook, readLook } from '../../src/rules/look.ts'

const YEAR_SECONDS = 31_536_000

/** The hashes, in the form that a policy takes, of the styles that stand in a page itself. */
const inlineStyles = (html: string) =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )

/**
 * Security headers on every answer, and the built app where there is a folder of it: its page in the look that the
 * cookie names.
 *
 * The token sits in local storage: no script but our own files may run, and none is made from text.
 */
export async function servePages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const styles = folder ? inlineStyles(readFileSync(join(folder, 'index.html'), 'utf8')) : []
  await app.register(helmet, {
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
        // The one policy that there may be: it names the service worker's file, and nothing else.
        trustedTypes: ['worker'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
  })
  if (!folder) return
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
    handler: (request, reply) => {
      const page = pageOfLook(readLook(request.headers.cookie ?? ''))
      return reply.header('vary', 'cookie').sendFile(built.has(page) ? page : 'index.html')
    },
  })
}
