import { dirname } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { type App, buildApp } from '../../server/app.ts'
import { checkLedger, grantPaper } from '../../server/ledger/module.ts'
import type { Source, Tick } from '../../server/market/module.ts'
import { inThisThread } from '../../server/market-side.ts'
import type { Module } from '../../server/module.ts'
import type { Config } from '../../server/platform/config.ts'
import type { Platform } from '../../server/platform/context.ts'
import { createSpool, type Spool } from '../../server/platform/store/spool.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { createPasswords } from '../../server/security/module.ts'
import { startSession } from '../../server/user/module.ts'
import type { Call, Envelope, Output } from '../../src/api/wire/call.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { newFolder } from '../runner/own-folder.ts'
import { type DatabaseKind, freshDatabase, sqliteFirst, type TestDatabase } from './databases.ts'
import { watchLimits } from './declared.ts'
import { describeOn } from './describe-each.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createTestRandom, DEVICE, freshStore, insertUser, MONDAY_NOON, makePlatform, testConfig } from './platform.ts'

export { MONDAY_NOON }

export type Answer<C extends Call> = Envelope<Output<C>> & { http: number }

/** The code of a server: the current one, or that of another release. */
export type Code = {
  makePlatform: typeof makePlatform
  buildApp: typeof buildApp
  inThisThread: typeof inThisThread
  createPasswords: typeof createPasswords
}
const shipped: Code = { makePlatform, buildApp, inThisThread, createPasswords }

export type TestServer = {
  app: App
  platform: Platform
  /** The settings of its database. */
  place: Partial<Config>
  clock: ManualClock
  /** Calls over HTTP as the app does: a form without a token, JSON with one. */
  call<C extends Call>(call: C, input?: Record<string, unknown>, token?: string): Promise<Answer<C>>
  /** The result of a call that must succeed. */
  ok<C extends Call>(call: C, input?: Record<string, unknown>, token?: string): Promise<Output<C>>
  /** Emits a price now. */
  tick(symbol: string, price: string): void
  /** A new user with paper money, signed in. */
  person(): Promise<{ userId: string; token: string }>
  /** Stops the server as SIGTERM does, and starts another one on the same database, this many ms later. `code`: of another release. */
  restart(stoppedMs?: number, code?: Code): Promise<void>
  /** Lines that report the ledger's faults. */
  ledger(): Promise<string[]>
}

export type ServerOptions = {
  /** On which the suite runs: on each, or on `sqliteAlone`. */
  databases?: readonly DatabaseKind[]
  /** Creates its database; by default a migrated one without data. */
  database?(kind: DatabaseKind): Promise<TestDatabase>
  env?: Record<string, string>
  start?: number
  /** Multiplies every limit. */
  generosity?: number
  passwordCost?: number
  log?: Platform['log']
  /** Of the database, for every statement of the server. */
  plugins?: readonly KyselyPlugin[]
  /** The server's modules; by default the shipped ones. */
  modules?: readonly Module[]
  spool?: Spool
  /** The source of prices; by default only `tick`. */
  source?(clock: ManualClock): Source | Promise<Source>
}

/** Runs a suite on its databases, each time on a separate server, started before and closed after. */
export function describeServer(name: string, suite: (server: TestServer) => void, options: ServerOptions = {}): void {
  describeOn({ on: options.databases }, name, (kind) => {
    const server = {} as TestServer
    let close = async () => {}
    beforeAll(async () => {
      const started = await startServer(kind, options)
      Object.defineProperties(server, Object.getOwnPropertyDescriptors(started.server))
      close = started.close
    })
    afterAll(() => close())
    suite(server)
  })
}

/** The same on `sqliteFirst`. */
describeServer.onSqlite = (name: string, suite: (server: TestServer) => void, options: ServerOptions = {}): void =>
  describeServer(name, suite, { ...options, databases: sqliteFirst })

/** Starts a server over a fresh database, with a clock and a market that only the test advances. */
export async function startServer(
  kind: DatabaseKind,
  {
    env = {},
    start = MONDAY_NOON,
    generosity = 1_000,
    passwordCost = 2 ** 10,
    log,
    plugins,
    modules,
    source: given,
    spool: givenSpool,
    database = freshDatabase,
  }: ServerOptions = {},
): Promise<{ server: TestServer; close(): Promise<void> }> {
  const fresh = await database(kind)
  const config = testConfig(env)
  const random = createTestRandom()
  let app: App
  const clock = createManualClock(start, async () => {
    await app.idle()
  })
  let emit: ((ticks: readonly Tick[]) => void) | undefined
  const source: Source = (await given?.(clock)) ?? {
    name: 'test',
    id: 'test',
    start: (options: { emit: (ticks: readonly Tick[]) => void }) => {
      emit = options.emit
      return () => {
        emit = undefined
      }
    },
  }
  const store = freshStore()
  const spool = givenSpool ?? createSpool(newFolder())
  let platform: Platform
  let limits: ReturnType<typeof watchLimits>
  const boot = async (database: Platform['database'], code: Code) => {
    const made = await code.makePlatform(database, {
      clock,
      random,
      config,
      generosity,
      store,
      ...(log && { log }),
      ...(plugins && { plugins }),
      ...(modules && { modules }),
    })
    limits = watchLimits(made.throttle)
    platform = { ...made, throttle: limits.throttle }
    app = await code.buildApp({
      platform,
      startSide: code.inThisThread(platform, source),
      checkAnswers: true,
      spool,
      passwords: code.createPasswords(random, { cost: passwordCost }),
    })
  }
  await boot(fresh.database, shipped)

  const call = async <C extends Call>(call: C, input: Record<string, unknown> = {}, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: token }
    const body = { lang: 'en', ...input }
    const url = `/api/${call.path}`
    const form = () => new URLSearchParams(body as unknown as Record<string, string>).toString()
    const response = await app.http.inject(
      call.method === 'GET'
        ? { method: 'GET', url: `${url}?${form()}`, headers }
        : call.file
          ? { method: 'POST', url, headers, payload: multipart(body) }
          : token === undefined
            ? {
                method: 'POST',
                url,
                headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
                payload: form(),
              }
            : { method: 'POST', url, headers, payload: body },
    )
    return { ...response.json(), http: response.statusCode } as Answer<C>
  }

  let people = 0
  const server: TestServer = {
    get app() {
      return app
    },
    get platform() {
      return platform
    },
    place: kind === 'postgres' ? { DATABASE_URL: fresh.url } : { DATA_DIR: dirname(fresh.url) },
    clock,
    call,
    ok: async (called, input, token) => {
      const answer = await call(called, input, token)
      if (answer.type !== 'ok') throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
      return answer.message
    },
    tick: (symbol, price) => {
      const value = parseMoney(price, instrumentOf(symbol).scale)
      if (value === undefined) throw new RangeError(`${price} is no price of ${symbol}`)
      emit?.([{ symbol, time: clock.now(), price: value, bid: value, ask: value, volume: 1n }])
    },
    person: async () => {
      people += 1
      return signUp(platform, `person${people}`)
    },
    restart: async (stoppedMs = 0, code = shipped) => {
      await app.close()
      await platform.database.close()
      clock.jump(stoppedMs)
      await boot(await fresh.reopen(), code)
    },
    ledger: () => checkLedger(platform.db, platform.modules),
  }
  return {
    server,
    close: async () => {
      const undeclared = await limits.undeclared(platform.modules, async () =>
        (await app.http.inject({ url: '/api/openapi.json' })).json(),
      )
      await app.close()
      await platform.database.close()
      await fresh.drop()
      if (undeclared.length > 0) throw new Error(`a limit that no route declares: ${undeclared.join(', ')}`)
    },
  }
}

/** A form with a file, after the fields. */
function multipart({ file, ...fields }: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (file !== undefined) form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  return form
}

/** A user with paper money, signed in. */
async function signUp(platform: Platform, username: string): Promise<{ userId: string; token: string }> {
  return commit(platform, async (unit) => {
    const userId = await insertUser(unit, username)
    await grantPaper(unit, userId)
    return { userId, token: await startSession(unit, userId, 'password', DEVICE) }
  })
}
