import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Mail = { to: string; from: string; user: string | undefined; head: string; body: string }

/** A real SMTP server with refusals set by a test. */
export function mailServer() {
  const mails: Mail[] = []
  const faults: number[] = []
  let held: Promise<void> | undefined
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
    async onRcptTo({ address }, _, done) {
      await held
      const responseCode = faults.shift()
      done(responseCode ? Object.assign(new Error(`no ${address} here`), { responseCode }) : undefined)
    },
    async onData(stream, { envelope, user }, done) {
      const [head = '', ...paragraphs] = (await text(stream)).split('\r\n\r\n')
      const body = paragraphs.join('\n\n')
      const { mailFrom, rcptTo } = envelope
      mails.push({
        to: rcptTo.map(({ address }) => address).join(),
        from: mailFrom ? mailFrom.address : '',
        user,
        head,
        // Of quoted-printable, as far as these letters need it: lines that go on.
        body: body.replace(/=\r\n/g, '').trim(),
      })
      done()
    },
  })
  return {
    mails,
    faults,
    hold(until: Promise<void> | undefined) {
      held = until
    },
    listen: () =>
      new Promise<number>((resolve) => {
        const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
