import type { Page } from '@playwright/test'
import { Wallet } from 'ethers'
import type { Call, Envelope, Input, Output } from '../../src/api/call.ts'
import { addressreg, mailCode, nonce, outbox, register } from '../../src/api/user.ts'

/** Someone who has signed in by a wallet that only the test has. */
export type Account = { address: string; token: string }

/** How the server answers a call that does not come from a page. */
export async function ask<C extends Call>(
  url: string,
  call: C,
  input: Partial<Input<C>>,
  token?: string,
): Promise<Envelope<Output<C>>> {
  const fields = { lang: 'en', ...input }
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) }
  const query = Object.entries(fields).map(([name, value]) => [name, String(value)])
  const answer =
    call.method === 'GET'
      ? await fetch(`${url}/api/${call.path}?${new URLSearchParams(query)}`, { headers })
      : await fetch(`${url}/api/${call.path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
  return (await answer.json()) as Envelope<Output<C>>
}

/**
 * The result of a call that does not come from a page.
 *
 * @throws Error where it is refused
 */
export async function call<C extends Call>(
  url: string,
  called: C,
  input: Partial<Input<C>>,
  token?: string,
): Promise<Output<C>> {
  const answer = await ask(url, called, input, token)
  if (answer.type !== 'ok') throw new Error(`${called.path}: ${answer.key ?? answer.message}`)
  return answer.message
}

/** Signs in by a wallet: a new one, and so a new user, unless said. */
export async function createAccount(
  url: string,
  wallet = new Wallet(Wallet.createRandom().privateKey),
): Promise<Account> {
  const { address } = wallet
  const challenge = await call(url, nonce, { address })
  const sign = await wallet.signMessage(challenge.message)
  return { address, token: await call(url, addressreg, { address, sign, nonce: challenge.nonce }) }
}

let names = 0
/** A user name that nobody has on any server of these tests. */
export const newName = () => `person.${process.pid}.${++names}`

/** The password of everyone who has a user name. */
export const PASSWORD = 'Correct Horse 1'

/** Registers a name without a page, and answers its token. */
export async function registerName(url: string, username: string): Promise<string> {
  const target = `${username}@example.com`
  const { ticket } = await call(url, mailCode, { email: target, purpose: 'register' })
  const { inviteCode, message } = await call(url, outbox, { ticket })
  return call(url, register, { username, password: PASSWORD, inviteCode, target, code: message?.code ?? '' })
}

/** Lets the app find this account's token when it opens next, as if it had signed in here before. */
export async function keepToken(page: Page, { token }: Pick<Account, 'token'>): Promise<void> {
  // A page of the app's origin that is not the app: with an icon, or the browser would look for one.
  await page.route('/before-the-app', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto('/before-the-app')
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
}

/** Lets the app find that someone chose bars of five minutes on a chart, as long as nothing else was chosen since. */
export const keepBars = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // A page begins empty, and nothing may keep anything there.
    if (origin === 'null' || localStorage.getItem('kept.chart') !== null) return
    localStorage.setItem('kept.chart', JSON.stringify({ interval: '5m', indicators: ['ma'] }))
  })
