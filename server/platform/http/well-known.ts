import type { FastifyInstance } from 'fastify'
import { nowSeconds } from '../clock.ts'
import type { Platform } from '../context.ts'
import { basePathOf } from './base.ts'

/** How long a copy of security.txt is valid. RFC 9116 recommends less than a year. */
const SECURITY_TXT_SECONDS = 180 * 86_400

/** Only the root is a page; the rest of the app follows the `#`. */
const robotsOf = (base: string) => `User-agent: *\nDisallow: ${base}api/\n`

/** Where a signed-in user changes the password. */
const CHANGE_PASSWORD = '#/pages/me/index'

/**
 * The files that crawlers, browsers and security researchers look for at fixed addresses of a host:
 * `/robots.txt`, `/.well-known/change-password` (W3C), and `/.well-known/security.txt` (RFC 9116) where SECURITY_CONTACT or SUPPORT_EMAIL names
 * a contact. A proxy that serves the app below a path must forward these addresses of the host's root too.
 */
export function serveWellKnown(app: FastifyInstance, { config, clock }: Pick<Platform, 'config' | 'clock'>): void {
  const base = basePathOf(config.PUBLIC_URL)
  app.get('/robots.txt', async (_, reply) => reply.type('text/plain; charset=utf-8').send(robotsOf(base)))
  app.get('/.well-known/change-password', async (_, reply) => reply.redirect(base + CHANGE_PASSWORD))
  const contact = contactOf(config)
  if (contact === undefined) return
  app.get('/.well-known/security.txt', async (_, reply) => {
    const expires = new Date((nowSeconds(clock) + SECURITY_TXT_SECONDS) * 1_000).toISOString()
    const { PUBLIC_URL } = config
    const canonical = PUBLIC_URL && new URL('/.well-known/security.txt', PUBLIC_URL).href
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      ...(canonical ? [`Canonical: ${canonical}`] : []),
      'Preferred-Languages: en',
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

/** The operator's contact as a URI: SECURITY_CONTACT, or else SUPPORT_EMAIL. */
export function contactOf(config: { SECURITY_CONTACT?: string | undefined; SUPPORT_EMAIL?: string | undefined }) {
  const { SECURITY_CONTACT, SUPPORT_EMAIL } = config
  const contact = SECURITY_CONTACT ?? SUPPORT_EMAIL
  return contact?.includes('@') && !contact.includes(':') ? `mailto:${contact}` : contact
}
