import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

/**
 * A message to a person. A text message is its `text` alone. `id`: the same letter has the same one each time that it is
 * sent, so that a mail server can tell.
 */
export type Letter = { subject: string; text: string; id?: string }

type Kind = 'email' | 'phone'

/** What carries a letter to where it goes. `send` throws `Undeliverable` where trying again is of no use. */
export type Messenger = { send(to: string, letter: Letter): Promise<void> }

/** It was refused for good: by the name of the fault alone, since what was answered may name the receiver. */
export class Undeliverable extends Error {}

const SEND_MS_MAX = 8_000

type Senders = Pick<Config, 'SMTP_URL' | 'SMS_URL'>

/** Whether messages to such a target leave the server. */
export const isDelivered = ({ SMTP_URL, SMS_URL }: Senders, kind: Kind): boolean =>
  (kind === 'email' ? SMTP_URL : SMS_URL) !== undefined

/** What carries letters to each kind of target, as far as the settings name it. */
export const createMessengers = ({
  SMTP_URL,
  MAIL_FROM,
  SMS_URL,
  SMS_FROM,
}: Config): Partial<Record<Kind, Messenger>> => ({
  ...(SMTP_URL && MAIL_FROM && { email: mailBySmtp(SMTP_URL, MAIL_FROM) }),
  ...(SMS_URL && SMS_FROM && { phone: smsByTwilio(SMS_URL, SMS_FROM) }),
})

/** Mail by SMTP. Without TLS nothing is sent but to this machine. */
function mailBySmtp(url: string, from: string): Messenger {
  const needsTls = !isLoopback(new URL(url).hostname)
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  const transport = createTransport({ url, requireTLS: needsTls }, { from })
  return {
    async send(to, { subject, text, id }) {
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
          headers: { 'Auto-Submitted': 'auto-generated' },
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

/** Text messages by a gateway that speaks as Twilio’s does, with its user and password in the URL. */
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
