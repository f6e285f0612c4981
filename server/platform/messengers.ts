import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

/**
 * A message to a user. A text message contains only `text`. `id` stays the same when a letter is sent again, so that a mail server can
 * detect the duplicate. `unsubscribe`: the address of the page that turns such letters off, for the mail program's own button.
 */
export type Letter = { subject: string; text: string; id?: string; unsubscribe?: string }

type Kind = 'email' | 'phone'

/** Delivers letters. `send` throws `Undeliverable` if a retry is useless. */
export type Messenger = { send(to: string, letter: Letter): Promise<void> }

/** A permanent refusal. It carries only the error's name, because the server's reply may contain the recipient. */
export class Undeliverable extends Error {}

const SEND_MS_MAX = 8_000

type Senders = Pick<Config, 'SMTP_URL' | 'SMS_URL'>

/** Whether messages to such a target leave the server. */
export const isDelivered = ({ SMTP_URL, SMS_URL }: Senders, kind: Kind): boolean =>
  (kind === 'email' ? SMTP_URL : SMS_URL) !== undefined

/** The messengers for each kind of target that the settings configure. */
export const createMessengers = ({
  SMTP_URL,
  MAIL_FROM,
  SMS_URL,
  SMS_FROM,
}: Config): Partial<Record<Kind, Messenger>> => ({
  ...(SMTP_URL && MAIL_FROM && { email: mailBySmtp(SMTP_URL, MAIL_FROM) }),
  ...(SMS_URL && SMS_FROM && { phone: smsByTwilio(SMS_URL, SMS_FROM) }),
})

/** Mail by SMTP. Without TLS, mail is sent only to a server on this machine. */
function mailBySmtp(url: string, from: string): Messenger {
  const needsTls = !isLoopback(new URL(url).hostname)
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  const transport = createTransport({ url, requireTLS: needsTls }, { from })
  return {
    async send(to, { subject, text, id, unsubscribe }) {
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(SEND_MS_MAX),
        })
      } catch (error) {
        const { responseCode = 0, code = 'unknown' } = error as { responseCode?: number; code?: string }
        throw fault(responseCode >= 500, `SMTP: ${code} ${responseCode || ''}`.trim())
      }
    },
  }
}

/** Text messages through a gateway with Twilio’s API, with user and password in the URL. */
function smsByTwilio(url: string, from: string): Messenger {
  const { username, password } = new URL(url)
  const authorization = `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return {
    async send(to, { text }) {
      const response = await fetch(plain, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_MS_MAX),
      }).catch(() => {
        throw fault(false, 'SMS: no answer')
      })
      await response.body?.cancel()
      if (response.ok) return
      const { status } = response
      throw fault(status < 500 && status !== 429 && status !== 408, `SMS: ${status}`)
    },
  }
}

const fault = (isFinal: boolean, message: string) => (isFinal ? new Undeliverable(message) : new Error(message))
