import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { Wallet } from 'ethers'
import sharp from 'sharp'
import { getRealInfo, realName } from '../../../src/api/account/kyc.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { addressreg, mailCode, nonce, outbox, register } from '../../../src/api/account/user.ts'
import * as loan from '../../../src/api/money/loan.ts'
import type { Call, Envelope, Input, Output } from '../../../src/api/wire/call.ts'
import { loanDocumentNames, loanDocuments } from '../../../src/rules/loan/loan.ts'
import type { ServerProcess } from './server.ts'

/** Someone who has signed in by a wallet that only the test has. */
export type Account = { address: string; token: string }

/** The server's answer to a call made outside a page. */
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
 * The result of a call made outside a page.
 *
 * @throws Error if refused
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

/** Signs in with a wallet, by default a new one and so a new user. */
export async function createAccount(
  url: string,
  wallet = new Wallet(Wallet.createRandom().privateKey),
): Promise<Account> {
  const { address } = wallet
  const challenge = await call(url, nonce, { address })
  const sign = await wallet.signMessage(challenge.message)
  return { address, token: await call(url, addressreg, { address, sign, nonce: challenge.nonce }) }
}

let taken = 0
/** A plain photograph, which the paper reviewer accepts; each one is unique. */
const photograph = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#789' } })
    .withExif({ IFD0: { Copyright: `${process.pid} ${++taken}` } })
    .jpeg()
    .toBuffer()

/** The identity of every verified user. */
export const PERSON = { country: 'GB', firstName: 'Ada', lastName: 'Lovelace', certificate: 'passport' } as const

/** Makes the automatic review decide all pending reviews at once. */
export const decideNow = ({ change }: ServerProcess): void =>
  change('update kyc set due_at = 1 where due_at is not null')

/** Uploads a photograph for a purpose. @returns its id */
async function sendPhoto(url: string, token: string, purpose: string): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([new Uint8Array(await photograph())]), 'photo.jpg')
  const answer = await fetch(`${url}/api/${uploadPhoto.path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return ((await answer.json()) as { message: Output<typeof uploadPhoto> }).message.id
}

/** Applies for a loan of a week. */
export async function applyForLoan({ url }: ServerProcess, token: string, amount: string): Promise<loan.Loan> {
  const photos: [string, string][] = []
  for (const name of loanDocumentNames) photos.push([name, await sendPhoto(url, token, loanDocuments[name])])
  const { agreement } = await call(url, loan.config, {}, token)
  const application = { ...Object.fromEntries(photos), amount, days: 7, agreement: agreement.hash }
  return call(url, loan.submit, { ...application, requestId: `a-loan-of-a-test-of-${amount}` }, token)
}

/** Borrows for a week on a server with instant reviews. */
export async function borrow(server: ServerProcess, token: string, amount: string): Promise<loan.Loan> {
  const { url } = server
  const { id } = await applyForLoan(server, token, amount)
  const now = async () => (await call(url, loan.order, { id }, token))[0]
  await expect.poll(async () => (await now())?.state).toBe('paidOut')
  return (await now()) as loan.Loan
}

/** Submits an identity verification, with photographs. @returns the number of the document */
export async function showWho(url: string, token: string): Promise<string> {
  const send = (purpose: string) => sendPhoto(url, token, purpose)
  const number = `P${process.pid}${++taken}`
  const photos = { front: await send('identityFront'), back: await send('identityBack') }
  await call(url, realName, { ...PERSON, number, ...photos }, token)
  return number
}

/** Submits an identity verification and has it approved at once, so that the user may trade. */
export async function becomeKnown(server: ServerProcess, token: string): Promise<void> {
  const { url } = server
  await showWho(url, token)
  decideNow(server)
  await expect.poll(async () => (await call(url, getRealInfo, {}, token)).state).toBe('verified')
}

/** A new user who may trade. */
export async function createTrader(server: ServerProcess, wallet?: Wallet): Promise<Account> {
  const account = await createAccount(server.url, wallet)
  await becomeKnown(server, account.token)
  return account
}

let names = 0
/** A user name that is unused on all servers of these tests. */
export const newName = () => `person.${String(process.pid % 100_000).padStart(5, '0')}.${++names}`

/** The password of everyone who has a user name. */
export const PASSWORD = 'Correct Horse 1'

/** Registers a name outside a page. From another address each time, since the limit is twenty an hour per address. @returns the token */
export async function registerName(url: string, username: string): Promise<string> {
  const localAddress = `127.1.${Math.floor(names / 250) + 1}.${(names % 250) + 1}`
  const post = async <C extends Call>({ path }: C, input: Partial<Input<C>>): Promise<Output<C>> => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(`${url}/api/${path}`, { method: 'POST', headers, localAddress })
    sent.end(JSON.stringify({ lang: 'en', ...input }))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answer = (await json(response)) as Envelope<Output<C>>
    if (answer.type !== 'ok') throw new Error(`${path}: ${answer.key ?? answer.message}`)
    return answer.message
  }
  const target = `${username}@example.com`
  const { ticket } = await post(mailCode, { email: target, purpose: 'register' })
  const { inviteCode, message } = await call(url, outbox, { ticket })
  return post(register, { username, password: PASSWORD, inviteCode, target, code: message?.code ?? '' })
}

/** Opens a page of the app's origin that is not the app. */
export async function leaveApp(page: Page): Promise<void> {
  await page.route('/before-the-app', (route) =>
    route.fulfill({
      contentType: 'text/html',
      // As the app's page: another opener policy would cost one more process.
      headers: { 'cross-origin-opener-policy': 'same-origin' },
      // Without an icon the browser would request one.
      body: '<link rel="icon" href="data:,">',
    }),
  )
  await page.goto('/before-the-app')
}

/** Stores this account's token, as if it had signed in here before. */
export async function keepToken(page: Page, { token }: Pick<Account, 'token'>): Promise<void> {
  await leaveApp(page)
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
}

/** Stores five-minute bars as the chart's choice, unless another was made since. */
export const keepBars = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // The initial empty page has no storage.
    if (origin === 'null' || localStorage.getItem('kept.chart') !== null) return
    localStorage.setItem('kept.chart', JSON.stringify({ interval: '5m', indicators: ['ma'] }))
  })
