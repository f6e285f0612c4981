import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openBeside } from '../../../server/beside.ts'
import { commands, operate } from '../../../server/operator/operate.ts'
import { readConfig } from '../../../server/platform/config.ts'
import { getRealInfo, realName } from '../../../src/api/account/kyc.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import * as user from '../../../src/api/account/user.ts'
import { list as records } from '../../../src/api/money/records.ts'
import { freshDatabase, sqliteFirst, type TestDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { photo } from '../kyc/support.ts'
import { type Device, greeted } from '../platform/device.ts'
import { endProcesses, freshFolder, register, type ServerProcess, startProcess } from '../platform/process.ts'

const ROOT = join(import.meta.dirname, '../../..')
const QUICK_HASHES = join(ROOT, 'tests/server/faults/quick-hashes.ts')

type Said = { code: number; out: string; error: string }

/** Executes an operator's command line, over a separate connection. */
const operator = (settings: Record<string, string>, ...words: string[]): Promise<Said> =>
  operate(words, settings).then(
    (out) => ({ code: 0, out, error: '' }),
    (error: Error) => ({ code: 1, out: '', error: error.message }),
  )

/** The same in a separate process, as an operator runs it. */
const operatorProcess = (settings: Record<string, string>, ...words: string[]) =>
  new Promise<Said>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings }
    execFile(process.execPath, ['server/operator/main.ts', ...words], { cwd: ROOT, env }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), out: out.trim(), error: said.trim() }),
    )
  })

afterAll(() => endProcesses())

describeOn({ on: sqliteFirst }, 'the operator beside a running server', (kind) => {
  let fresh: TestDatabase
  let settings: Record<string, string>
  let server: ServerProcess
  let base: string
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    settings = {
      DATA_DIR: freshFolder(),
      LOG_LEVEL: 'silent',
      REVIEW_SECONDS: '86400',
      ...(kind === 'postgres' && { DATABASE_URL: fresh.url }),
    }
    server = startProcess(settings, QUICK_HASHES)
    base = await server.url
  })
  afterAll(async () => {
    await server.kill('SIGTERM')
    await fresh.database.close()
    await fresh.drop()
  })

  let people = 0
  let name: string
  let token: string
  let device: Device
  beforeEach(async () => {
    name = `person${++people}`
    token = await register(server, name)
    device = await greeted(Number(new URL(base).port), token)
  })
  afterEach(() => device.close())

  const act = (...words: string[]) => operator(settings, ...words, '--why', 'a test', '--as', 'ann')
  const info = () => server.ok(user.info, {}, token)

  /** Submits an identity verification. */
  async function apply(number: string) {
    const send = async (purpose: string) => {
      const form = new FormData()
      form.append('purpose', purpose)
      form.append('file', new Blob([new Uint8Array(await photo())]), 'photo.jpg')
      const response = await fetch(`${base}/api/${uploadPhoto.path}`, {
        method: 'POST',
        headers: { authorization: token },
        body: form,
      })
      return ((await response.json()) as { message: { id: string } }).message.id
    }
    const [front, back] = [await send('identityFront'), await send('identityBack')]
    const person = {
      country: 'GB',
      firstName: 'Ada',
      lastName: 'Lovelace',
      certificate: 'passport',
      number,
      front,
      back,
    }
    await server.ok(realName, person, token)
    const { out } = await operator(settings, 'kyc', 'list', '--json')
    const { id } = await info()
    return (JSON.parse(out) as { id: string; user: string }[]).find((row) => row.user === id)?.id ?? ''
  }

  it('freezes an account: its sockets close at once, and each call returns the reason', async () => {
    const told = device.next('signedOut')
    const frozen = await operatorProcess(settings, 'user', 'freeze', name, '--why', 'a test')
    expect(frozen).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/done\s+user freeze/) })
    expect(await told).toMatchObject({ key: 'accountFrozen' })
    await expect(info()).rejects.toThrow(/accountFrozen/)
    expect(await act('user', 'unlock', name)).toMatchObject({ code: 0 })
    await expect(info()).rejects.toThrow(/signInRequired/)
  })

  it('locks and unlocks an account, and notifies its devices', async () => {
    const told = device.next('account')
    expect(await act('user', 'lock', name)).toMatchObject({ code: 0 })
    expect(await told).toMatchObject({ event: { kind: 'status', body: { status: 'locked' } } })
    expect(await info()).toMatchObject({ status: 'locked' })
    expect(await act('user', 'unlock', name)).toMatchObject({ code: 0 })
    expect(await info()).toMatchObject({ status: 'active' })
  })

  it('lists, shows and rejects a verification, and notifies the user of the reason', async () => {
    const id = await apply(`R${name}`)
    const folder = freshFolder()
    const { out } = await operator(settings, 'kyc', 'show', id, '--save', folder)
    expect(out).toMatch(/firstName\s+Ada/)
    expect(out).toMatch(new RegExp(`number\\s+R${name.toUpperCase()}`))
    const photos = readdirSync(folder).map((file) => readFileSync(join(folder, file)).subarray(0, 3).toString('hex'))
    expect(photos).toEqual(['ffd8ff', 'ffd8ff'])
    expect(await device.next('account')).toMatchObject({ event: { body: { state: 'pendingReview' } } })
    const refused = await operator(settings, 'kyc', 'refuse', id, '--why', 'The photograph is blurred')
    expect(refused).toMatchObject({ code: 0 })
    expect(await device.next('account')).toMatchObject({ event: { kind: 'kyc', body: { state: 'refused' } } })
    expect(await server.ok(getRealInfo, {}, token)).toMatchObject({
      state: 'refused',
      reason: 'The photograph is blurred',
    })
    expect(await operator(settings, 'kyc', 'accept', id, '--why', 'x')).toMatchObject({
      code: 1,
      error: 'there is no such verification under review',
    })
  })

  it('approves a verification', async () => {
    const id = await apply(`A${name}`)
    expect(await act('kyc', 'accept', id)).toMatchObject({ code: 0 })
    expect(await server.ok(getRealInfo, {}, token)).toMatchObject({ state: 'verified' })
  })

  it('corrects a balance by a transfer, notifies the user of the reason, and verifies the whole ledger', async () => {
    const told = device.next('account')
    const added = await act('wallet', 'adjust', name, 'BTC', '--add', '0.5')
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/adjusted\s+\+0\.50000000/) })
    expect(await told).toMatchObject({ event: { kind: 'wallet', body: { currency: 'BTC', balance: '0.50000000' } } })
    expect(await act('wallet', 'adjust', name, 'BTC', '--take', '0.2')).toMatchObject({ code: 0 })
    const [first] = await server.ok(records, { currency: 'BTC' }, token)
    expect(first).toMatchObject({ cause: 'adjustment', step: 'adjust', amount: '-0.20000000' })
    const { messages } = await server.ok(user.messages, {}, token)
    expect(messages[0]).toMatchObject({
      key: 'balanceAdjusted',
      params: { amount: '-0.20000000', currency: 'BTC', reason: 'a test' },
    })
    const { out } = await operator(settings, 'audit', '--user', name)
    expect(out).toMatch(/wallet adjust.*-0\.20000000 BTC.* a test/)

    for (const [words, why] of [
      [['BTC', '--take', '0.4'], 'the available BTC balance is smaller than that'],
      [['BTC', '--add', '0.000000001'], '0.000000001 is not an amount with at most 8 decimals'],
      [['BTC', '--add', '0'], '0 is not an amount with at most 8 decimals'],
      [['BTC'], 'give either --add or --take'],
      [['BTC', '--add', '1', '--take', '1'], 'give either --add or --take'],
      [['GOLD', '--add', '1'], 'there is no currency GOLD'],
    ] as const) {
      expect(await act('wallet', 'adjust', name, ...words)).toEqual({ code: 1, out: '', error: why })
    }
    expect(await act('wallet', 'adjust', 'nobody', 'BTC', '--add', '1')).toMatchObject({
      error: 'there is no user nobody',
    })

    const whole = await operatorProcess(settings, 'ledger', 'verify')
    expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/holds\s+yes/) })
    expect(whole.error).toMatch(
      /^\d+ entries of \d+ transfers on \d+ accounts\ncheck 1 of (\d+), transfer … does not sum to zero: none\n[\s\S]*check \1 of \1, .+: none$/,
    )
    // Counted in a thread: the process lasts until it has answered.
    const people = await operatorProcess(settings, 'figures', 'people')
    expect(people).toMatchObject({ code: 0, out: expect.stringMatching(/USDT\s+\d/) })
    const { id } = await info()
    const change = async (balance: bigint) => {
      const { db, database } = await openBeside(readConfig(settings))
      const accounts = db.updateTable('accounts').set((eb) => ({ balance: eb('balance', '+', balance) }))
      await accounts.where('id', '=', `${id}:USDT:available`).execute()
      await database.close()
    }
    await change(1n)
    expect(await operator(settings, 'ledger', 'verify')).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(
        new RegExp(
          `^the ledger check failed:\naccount ${id}:USDT:available does not equal its entries \\(balance \\d+, entries \\d+\\)$`,
        ),
      ),
    })
    await change(-1n)
    expect(await operator(settings, 'ledger', 'verify')).toMatchObject({ code: 0 })
  })

  it('sends a message to every device', async () => {
    const told = device.next('account')
    expect(await act('user', 'message', name, '--text', 'Hello <b>there</b>')).toMatchObject({ code: 0 })
    expect(await told).toMatchObject({ event: { kind: 'message', body: { text: 'Hello <b>there</b>', key: null } } })
  })

  it('resets an authenticator only if one is set up', async () => {
    expect(await act('user', 'reset-2fa', name)).toMatchObject({
      code: 1,
      error: 'the user has no authenticator and no passkey',
    })
  })

  it('shows the pending codes of a target', async () => {
    await server.ok(user.mailCode, { email: `Other.${name}@example.com`, purpose: 'register' })
    const { out } = await operator(settings, 'outbox', `other.${name}@example.com`)
    expect(out).toMatch(/purpose\s+register\ncode\s+\d{6}\n/)
    await server.ok(user.smsCode, { areaCode: '44', phone: '07911 123456', purpose: 'forget' })
    const { out: called } = await operator(settings, 'outbox', '+4407911123456')
    expect(called).toMatch(/purpose\s+forget\ncode\s+\d{6}\n/)
  })

  it('finds a user by each of their names, and shows no secret', async () => {
    const { id } = await info()
    for (const way of [name, name.toUpperCase(), id]) {
      const { out } = await operator(settings, 'user', 'show', way, '--json')
      expect(JSON.parse(out)).toMatchObject([{ id, username: name, status: 'active' }])
      expect(out).not.toMatch(/scrypt|hash/)
    }
  })

  it('records operator, act, user and reason', async () => {
    await act('user', 'lock', name)
    const { out } = await operator(settings, 'audit', '--user', name, '--json')
    const { id } = await info()
    expect(JSON.parse(out)).toMatchObject([{ who: 'ann', act: 'user lock', user: id, reason: 'a test' }])
  })

  it.each([
    [['user', 'freeze', 'nobody', '--why', 'x'], 'there is no user nobody'],
    [
      ['outbox', '07911'],
      'TARGET must be an e-mail address, or a phone number that starts with + and its country code',
    ],
    [['user', 'freeze', 'someone'], '--why is missing'],
    [['user', 'freeze', 'someone', '--why', ' '], '--why is empty'],
    [['user', 'freeze'], '--why is missing'],
    [['user', 'lock', '--why', 'x'], 'user lock takes USER'],
    [['kyc', 'accept', 'nothing', '--why', 'x'], 'there is no such verification under review'],
    [['drop', 'everything'], 'there is no command drop everything: try npm run operator -- help'],
  ])('refuses %j in one line, and does nothing', async (words, error) => {
    const before = (await operator(settings, 'audit', '--json')).out
    expect(await operator(settings, ...words)).toMatchObject({ code: 1, out: '', error })
    expect((await operator(settings, 'audit', '--json')).out).toBe(before)
  })
})

it('operator: documents every command', async () => {
  const all = await operator({ DATA_DIR: '/nowhere' }, 'help')
  for (const { name, about } of commands) {
    expect(all.out).toContain(`  ${name}`)
    expect(all.out).toContain(about)
  }
  for (const { name, options } of commands) {
    for (const words of [
      ['help', ...name.split(' ')],
      [...name.split(' '), '--help'],
    ]) {
      const { out, code } = await operator({ DATA_DIR: '/nowhere' }, ...words)
      expect(code).toBe(0)
      expect(out).toContain(`npm run operator -- ${name}`)
      for (const option of options) expect(out).toContain(`--${option.name} ${option.value}`)
    }
  }
})

it('refuses a database that no server has created, in one line', async () => {
  const { code, error } = await operatorProcess({ DATA_DIR: freshFolder() }, 'kyc', 'list')
  expect({ code, error }).toEqual({
    code: 1,
    error: expect.stringMatching(/^the database is of version 0, this code of/),
  })
})
