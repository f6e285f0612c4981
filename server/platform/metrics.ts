import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { refusedOf } from './http/refusals.ts'
import { isLoopback } from './loopback.ts'
import type { Nodes } from './nodes/nodes.ts'
import type { HubCounters } from './socket/hub.ts'
import type { Gap, JobWatch } from './unit/job.ts'

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LATE_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600]

/** Metrics of the process: memory, processor, event loop lag. One registry per process; a test server needs none. */
export function createProcessMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges that are named as counters, against Prometheus' rules; the same figures come by type as well.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  return registry
}

/** The market's figures. A structural type: this folder depends on no module. */
type Market = {
  counters: { accepted: number; refused: Record<string, number> }
  quotes(): readonly { state: string; time: number }[]
  role: string
}

/** Sources of figures that are read only when metrics are requested. */
export type Watched = { market: Market; hub: { size: number; counters: HubCounters }; nodes?: Nodes | undefined }

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The server's metrics, in the Prometheus text format. Frequent events are counted in plain numbers where they happen, and read here on
 * request. No label contains anything that a caller can choose.
 *
 * @param registry to add them to
 */
export function createMetrics(clock: Clock, registry = new Registry()) {
  const registers = [registry]
  const answers = new Histogram({
    name: 'quoin_http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their route and by the status of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: ANSWER_SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'quoin_refusals_total',
    help: 'Calls that were refused, by their path and by the key of the refusal; `none`: of no call that there is.',
    labelNames: ['call', 'key'],
    registers,
  })
  const runs = new Counter({
    name: 'quoin_due_work_runs_total',
    help: 'Runs of due work, by its name and whether the run held.',
    labelNames: ['work', 'held'],
    registers,
  })
  const runSeconds = new Counter({
    name: 'quoin_due_work_run_seconds_total',
    help: 'How long these runs took together.',
    labelNames: ['work'],
    registers,
  })
  const late = new Histogram({
    name: 'quoin_due_work_lateness_seconds',
    help: 'How long after it was due a step of due work was done.',
    labelNames: ['work'],
    buckets: LATE_SECONDS,
    registers,
  })
  const gaps = new Counter({
    name: 'quoin_orders_without_price_total',
    help: 'Orders that came to nothing for want of a price: nothing at all was recorded then, or nothing of their symbol.',
    labelNames: ['gap'],
    registers,
  })
  // Starts at 0, so that the first one counts as an increase.
  for (const gap of ['record', 'symbol'] satisfies Gap[]) gaps.inc({ gap }, 0)
  const violations = new Gauge({
    name: 'quoin_ledger_violations',
    help: 'What the newest whole check of the ledger found wrong. 0 is right; no figure: not checked yet.',
    registers,
  })
  // A gauge without labels would report 0 before the first check.
  violations.remove()
  const checkedAt = new Gauge({
    name: 'quoin_ledger_checked_timestamp_seconds',
    help: 'When the ledger was last checked whole, in seconds since the epoch; 0: not yet.',
    registers,
  })
  const checkSeconds = new Gauge({
    name: 'quoin_ledger_check_seconds',
    help: 'How long that check took.',
    registers,
  })
  const checkFailures = new Counter({
    name: 'quoin_ledger_check_failures_total',
    help: 'Checks of the ledger that could not be carried out.',
    registers,
  })

  const workWatch: JobWatch = {
    ran: (work, held, ms) => {
      runs.inc({ work, held: String(held) })
      runSeconds.inc({ work }, Math.max(0, ms) / 1000)
    },
    did: (work, lateMs, gap) => {
      late.observe({ work }, Math.max(0, lateMs) / 1000)
      if (gap) gaps.inc({ gap })
    },
  }

  return {
    workWatch,
    /** Records an answer under its route's pattern; all unknown routes share one. */
    answered: (request: FastifyRequest, status: number, ms: number) => {
      const route = request.routeOptions.url ?? 'none'
      const method = route === 'none' ? 'any' : request.method
      answers.observe({ method, route, status: String(status) }, Math.max(0, ms) / 1000)
      const refused = refusedOf(request, status)
      if (refused) refusals.inc({ call: refused.call, key: refused.key })
    },
    /** Records the result of a ledger check; undefined if it failed. `ms`: its duration. */
    checked: (found: number | undefined, ms: number) => {
      if (found === undefined) return checkFailures.inc()
      violations.set(found)
      checkedAt.set(clock.now() / 1000)
      checkSeconds.set(ms / 1000)
    },
    /** Reads the market's and the hub's figures from now on, on each request. */
    watch: (watched: Watched) => {
      readOnDemand(registry, clock, watched)
    },
    registry,
  }
}

function readOnDemand(registry: Registry, clock: Clock, { market, hub, nodes }: Watched): void {
  const registers = [registry]
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const now = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  now('quoin_leader', 'Whether this node makes the market: one of them does.', () => Number(market.role === 'leader'))
  if (nodes) {
    now('quoin_redis_up', 'Whether this node hears the others.', () => Number(nodes.isWhole))
    total('quoin_throttle_fallbacks_total', 'Attempts that this node counted for itself.', () => nodes.fallbacks)
  }
  now('quoin_sockets', 'Sockets that are open.', () => hub.size)
  total('quoin_sockets_opened_total', 'Sockets that were opened.', () => hub.counters.opened)
  total('quoin_sockets_cut_total', 'Sockets that were cut since they had stopped reading.', () => hub.counters.cut)
  total('quoin_socket_frames_sent_total', 'Frames that were sent to sockets.', () => hub.counters.frames)
  total('quoin_socket_bytes_sent_total', 'Bytes of these frames.', () => hub.counters.bytes)
  total('quoin_ticks_accepted_total', 'Ticks that the gate let in.', () => market.counters.accepted)
  new Counter({
    name: 'quoin_ticks_refused_total',
    help: 'Ticks that the gate refused, by the reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(market.counters.refused)) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'quoin_symbols',
    help: 'Symbols by the state of their market.',
    labelNames: ['state'],
    registers,
    collect() {
      const quotes = market.quotes()
      for (const state of ['live', 'stale', 'closed']) {
        this.set({ state }, quotes.filter((quote) => quote.state === state).length)
      }
    },
  })
  now('quoin_oldest_price_seconds', 'Age of the oldest price of a market that is open.', () => {
    const open = market.quotes().filter(({ state }) => state !== 'closed')
    return Math.max(0, ...open.map(({ time }) => clock.now() - time)) / 1000
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves `/metrics`: with METRICS_TOKEN to anyone who sends it as the bearer token; without it only to this machine, and not at all behind
 * a proxy, which may run on this machine.
 */
export function serveMetrics(
  app: FastifyInstance,
  config: Pick<Config, 'METRICS_TOKEN' | 'PUBLIC_URL' | 'TRUST_PROXY'>,
  registries: readonly Registry[],
): void {
  const { METRICS_TOKEN: token, PUBLIC_URL, TRUST_PROXY } = config
  const isBehindProxy = PUBLIC_URL !== undefined || TRUST_PROXY.length > 0
  const mayRead = ({ headers, socket }: FastifyRequest) =>
    token === undefined
      ? !isBehindProxy && isLoopback(socket.remoteAddress ?? '')
      : timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return reply.callNotFound()
    const texts = await Promise.all(registries.map((each) => each.metrics()))
    return reply.header('cache-control', 'no-store').type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.join('\n'))
  })
}
