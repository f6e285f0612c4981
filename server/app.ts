import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { eventsAfter, newestEvents } from './events/module.ts'
import { collectHere } from './export/module.ts'
import { type LedgerCheck, watchLedger } from './ledger/module.ts'
import {
  isTooFarAhead,
  lastTicks,
  type MarketView,
  quotationOf,
  recordAheadMs,
  type Standing,
} from './market/module.ts'
import type { StartSide } from './market-side.ts'
import { type Collect, eventsOf } from './module.ts'
import type { Platform } from './platform/context.ts'
import { serveCalls } from './platform/http/calls.ts'
import { serveDocs } from './platform/http/docs.ts'
import { createHttp } from './platform/http/http.ts'

import { type Loopback, loopbackOver } from './platform/http/loopback.ts'
import { endlessSlice, type TimeSlice } from './platform/http/time-slice.ts'
import { serveWellKnown } from './platform/http/well-known.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { hearAnnouncements } from './platform/nodes/announce.ts'
import type { Nodes } from './platform/nodes/nodes.ts'
import { startCatchUp } from './platform/socket/catch-up.ts'
import { startHub } from './platform/socket/hub.ts'
import { createSpool, type Spool } from './platform/store/spool.ts'
import { platformWork } from './platform/sweep.ts'
import { startJobs } from './platform/unit/job.ts'
import { captchaRelief, createPasswords, type Passwords } from './security/module.ts'
import { authenticate } from './user/module.ts'

/** Number of recorded ticks sent to a socket that starts watching a symbol. */
const TICKS_TOLD = 20

export type AppOptions = {
  platform: Platform
  /** The market side, which makes prices and settles: in this thread, or in a separate one. */
  startSide: StartSide
  /** The built app; absent if only the API is served. */
  pages?: string | undefined
  /** Whether answers are validated against their schema: in tests and development. */
  checkAnswers: boolean
  /** How a user's data export is collected; by default in this thread. */
  collect?: Collect
  /** How passwords are hashed; at full strength by default. */
  passwords?: Passwords
  /** The periodic ledger check; absent for none. */
  ledgerCheck?: LedgerCheck
  /** The other nodes over the same database; `undefined` for a single process. */
  nodes?: Nodes | undefined
  /** How long the thread may be busy at a time; unlimited by default. */
  slice?: TimeSlice
  /** Temporary storage of uploads; by default in the system's temporary folder. */
  spool?: Spool
  /** How the server calls itself over HTTP; by default through its own socket. */
  loopback?(http: FastifyInstance): Loopback
  /** Metrics of the process, served together with the server's own. */
  processMetrics?: Registry
}

export type App = {
  http: FastifyInstance
  market: MarketView & Standing
  /** Resolves once nothing is being recorded, and no due work is running. */
  idle(): Promise<void>
  /** Notifies the sockets, finishes work in progress, and closes. The database stays open. */
  close(): Promise<void>
}

/** Creates the server from its dependencies. It does not listen yet; the market runs, and so does due work. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { platform, startSide, pages, nodes, checkAnswers, ledgerCheck, processMetrics } = options
  const { db, clock, config, modules } = platform
  // Shared: it hashes at most two at once.
  const { passwords = createPasswords(platform.random), slice = endlessSlice } = options
  const { loopback: loopbackOf = loopbackOver } = options
  const { spool = createSpool(join(tmpdir(), `quoin-spool-${process.pid}`)) } = options
  const metrics = createMetrics(clock)
  const side = await startSide(metrics.workWatch)
  const { market } = side

  const quotes = () => quotationOf(platform, market)
  const http = await createHttp(platform, pages === undefined ? undefined : { folder: pages, quotes }, slice)
  http.addHook('onResponse', async (request, reply) => {
    metrics.answered(request, reply.statusCode, clock.now() - request.askedAt)
  })
  const registries = [metrics.registry, ...(processMetrics ? [processMetrics] : [])]
  serveMetrics(http, config, registries)
  platform.telemetry?.serve(http)
  platform.telemetry?.report(registries)
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_, reply) => {
    const missing = await whatIsMissing(platform, market)
    return reply.code(missing ? 503 : 200).send({ status: missing ?? 'ok', role: market.role })
  })

  serveWellKnown(http, platform)

  const session = (token: string) => authenticate(platform, token)
  const { collect = collectHere(platform) } = options
  const parts = { platform, market, passwords, collect, relief: captchaRelief, slice }
  const routes = modules.flatMap((each) => each.routes?.(parts) ?? [])
  serveDocs(http, { routes, events: eventsOf(modules) })
  await serveCalls(http, platform, routes, { authenticate: session, checkAnswers, spool })
  await http.ready()

  const hub = startHub(platform, http.server, {
    authenticate: session,
    eventSeq: async (userId) => (await newestEvents(db, [userId])).get(userId) ?? 0,
    snapshot: () => market.snapshotFrame(),
    trades: (symbol) => market.trades(symbol),
    ticks: async (symbol) => (market.has(symbol) ? lastTicks(db, symbol, TICKS_TOLD) : undefined),
  })
  metrics.watch({ market, hub, nodes })
  const isOurs = () => market.role === 'leader'
  const ledger = ledgerCheck && watchLedger(platform, ledgerCheck, metrics.checked, isOurs)
  const catchUp =
    nodes &&
    startCatchUp(platform, {
      delivered: hub.delivered,
      newest: (userIds) => newestEvents(db, userIds),
      after: (userId, seq, limit) => eventsAfter(db, userId, seq, limit),
      isWhole: () => nodes.isWhole,
    })
  for (const each of modules) each.metrics?.(metrics.registry, platform)
  const loopback = loopbackOf(http)
  const jobs = [
    ...modules.flatMap((each) => each.jobs?.(platform, loopback) ?? []),
    platformWork(platform),
    hearAnnouncements(platform),
  ]
  const work = startJobs(platform, jobs, metrics.workWatch)

  return {
    http,
    market,
    idle: async () => {
      await side.idle()
      await work.idle()
    },
    close: async () => {
      ledger?.stop()
      await catchUp?.stop()
      await hub.stop()
      await http.close()
      await work.stop()
      await side.stop()
      // Before the database closes, since some metrics read it.
      await platform.telemetry?.close()
    },
  }
}

/** Why no call should be sent here now (`/readyz`), or `undefined` if ready. */
async function whatIsMissing({ db, clock }: Platform, market: MarketView): Promise<string | undefined> {
  let aheadMs: number
  try {
    aheadMs = await recordAheadMs(db, clock.now())
  } catch {
    return 'no database'
  }
  if (isTooFarAhead(aheadMs)) return `clock was ${Math.ceil(aheadMs / 1000)} s ahead of now`
  return market.quotes().some(({ state }) => state === 'live') ? undefined : 'no live prices'
}
