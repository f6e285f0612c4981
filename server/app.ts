import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { bankRoutes } from './bank/index.ts'
import { exportRoutes } from './export/index.ts'
import { kycRoutes, kycWork } from './kyc/index.ts'
import { type LedgerCheck, watchLedger } from './ledger/index.ts'
import { createMarket, createNodeMarket, type Market, marketRoutes, type Source } from './market/index.ts'
import { microtradeRoutes, microtradeWork } from './microtrade/index.ts'
import { hearAnnouncements } from './platform/announce.ts'
import { serveCalls } from './platform/calls.ts'
import { startCatchUp } from './platform/catch-up.ts'
import type { Platform } from './platform/context.ts'
import { serveDocs } from './platform/docs.ts'
import { createHttp } from './platform/http.ts'
import { startHub } from './platform/hub.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import type { Nodes } from './platform/nodes.ts'
import { startWork } from './platform/work.ts'
import {
  authenticate,
  createPasswords,
  eventsAfter,
  newestEvents,
  type Passwords,
  userRoutes,
  userWork,
} from './user/index.ts'
import { walletRoutes } from './wallet/routes.ts'

export type AppOptions = {
  platform: Platform
  source: Source
  /** The built app; none where only the API is served. */
  pages?: string | undefined
  /** Whether answers are checked against their schema: in tests and development. */
  checkAnswers: boolean
  /** How passwords are hashed; by default as strongly as they should be. */
  passwords?: Passwords
  /** How the ledger is checked from time to time; not at all where there is none. */
  ledgerCheck?: LedgerCheck
  /** The other nodes over the same database; `undefined` where this process is alone. */
  nodes?: Nodes | undefined
  /** Metrics of the process, to be served with the server's own. */
  processMetrics?: Registry
}

export type App = {
  http: FastifyInstance
  market: Market
  /** Resolves once nothing is being recorded, and no due work is in hand. */
  idle(): Promise<void>
  /** Tells the sockets, finishes the work in hand, and closes. The database stays open. */
  close(): Promise<void>
}

/** Makes the server from what it is handed. It listens nowhere yet; the market ticks, and due work runs. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { platform, source, pages, nodes, checkAnswers, ledgerCheck, processMetrics } = options
  const { db, clock, config } = platform
  // One for all: it hashes no more than two at once.
  const { passwords = createPasswords(platform.random) } = options
  const metrics = createMetrics(clock)
  const market = nodes ? createNodeMarket(platform, source, nodes.stand) : createMarket(platform, source)
  await market.start()

  const http = await createHttp(platform, pages)
  http.addHook('onResponse', async (request, reply) => {
    metrics.answered(request, reply.statusCode, clock.now() - request.askedAt)
  })
  serveMetrics(http, config, [metrics.registry, ...(processMetrics ? [processMetrics] : [])])
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_, reply) => {
    const missing = await whatIsMissing(db, market)
    return reply.code(missing ? 503 : 200).send({ status: missing ?? 'ok', role: market.role })
  })
  serveDocs(http)

  const session = (token: string) => authenticate(platform, token)
  await serveCalls(
    http,
    platform,
    [
      ...userRoutes(platform, passwords),
      ...exportRoutes({ platform, passwords }),
      ...kycRoutes(),
      ...bankRoutes({ platform, passwords }),
      ...walletRoutes,
      ...marketRoutes(market),
      ...microtradeRoutes(market),
    ],
    { authenticate: session, checkAnswers },
  )
  await http.ready()

  const hub = startHub(platform, http.server, {
    authenticate: session,
    eventSeq: async (userId) => (await newestEvents(db, [userId])).get(userId) ?? 0,
    snapshot: () => market.snapshotFrame(),
  })
  metrics.watch({ market, hub, nodes })
  const isOurs = () => market.role === 'leader'
  const ledger = ledgerCheck && watchLedger(platform, ledgerCheck, metrics.checked, isOurs)
  const catchUp =
    nodes &&
    startCatchUp(platform, {
      told: hub.told,
      newest: (userIds) => newestEvents(db, userIds),
      after: (userId, seq, limit) => eventsAfter(db, userId, seq, limit),
      isWhole: () => nodes.isWhole,
    })
  const works = [microtradeWork(platform), userWork(platform), kycWork(platform), hearAnnouncements(platform)]
  const work = startWork(platform, works, metrics.workWatch)

  return {
    http,
    market,
    idle: async () => {
      await market.idle()
      await work.idle()
    },
    close: async () => {
      ledger?.stop()
      await catchUp?.stop()
      await hub.stop()
      await http.close()
      await work.stop()
      await market.stop()
    },
  }
}

/** Why no call should be sent here now, or `undefined` where all is well. */
async function whatIsMissing(db: Platform['db'], market: Market): Promise<string | undefined> {
  try {
    await db.selectFrom('record').select('id').execute()
  } catch {
    return 'no database'
  }
  return market.quotes().some(({ state }) => state === 'live') ? undefined : 'no live prices'
}
