import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventsOf } from '../../../server/module.ts'
import { modules } from '../../../server/modules.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { messages } from '../../../src/api/wire/messages.ts'
import { bankCard } from '../bank/card.ts'
import { calls } from '../calls.ts'
import { order } from '../microtrade/support.ts'
import { attributesOf, type Span, startCollector } from './collector.ts'
import { type Device, greeted } from './device.ts'
import { endProcesses, freshFolder, ready, register, type ServerProcess, startProcess } from './process.ts'
import { sampleOf } from './samples.ts'

const SCHEMA = readFileSync(join(import.meta.dirname, '../../../server/migrations/schema.sql'), 'utf8')
const tables = new Set([...SCHEMA.matchAll(/create table "?(\w+)/gi)].map(([, table]) => table))
const kinds = new Set(modules.flatMap(({ orders = [] }) => orders.map(({ name }) => name)))
const WAIT = { timeout: 60_000, interval: 50 }

afterAll(endProcesses)

describe('telemetry', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let server: ServerProcess
  let device: Device
  let token: string
  /** Values of users and of the operator: none may be sent. */
  const secrets = new Set<string>()
  const keepSecret = (value: unknown) => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(keepSecret)
    // Short values, such as a currency, and plain words are also in the code.
    else if (String(value).length > 5 && !/^([a-z]+|0+)$/.test(String(value))) secrets.add(String(value))
  }

  beforeAll(async () => {
    collector = await startCollector()
    const own = { DATA_DIR: freshFolder(), VAULT_KEY: 'ab'.repeat(32), METRICS_TOKEN: 'a-token-for-the-metrics' }
    keepSecret(own)
    server = startProcess({
      ...own,
      REAL_NAME: 'withdrawal',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TRACES_PER_SECOND: '1000',
    })
    await ready(server)
    token = await register(server, 'someone')
    device = await greeted(Number(new URL(await server.url).port), token)
  }, WAIT.timeout)
  afterAll(() => collector.close())

  /** The received spans of this span's trace, in the order of their ends. */
  const traceOf = (name: string) => {
    const root = collector.spans.find((span) => span.name === name)
    return collector.spans.filter(({ traceId }) => traceId === root?.traceId)
  }
  const thread = ({ resource }: Span) => attributesOf(resource)['quoin.thread']

  it('follows a call through HTTP, its unit of work, statements, the market thread and the socket', async () => {
    const { id } = await server.ok(microtrade.submit, order(), token)
    keepSecret(id)
    const submit = 'POST /api/microtrade/submit'
    await vi.waitFor(() => expect(traceOf(submit).map(thread)).toContain('market'), WAIT)
    await vi.waitFor(() => {
      const moves = traceOf(submit).filter(({ name }) => name === 'move microtrade')
      const sockets = traceOf(submit).filter(({ name }) => name === 'socket')
      expect(moves).toHaveLength(1)
      // The placed and the opened order, each with a balance.
      expect(sockets.length).toBeGreaterThan(2)
    }, WAIT)
    const trace = traceOf(submit)
    const named = (name: string) => trace.filter((span) => span.name === name)
    const parentOf = (span: Span | undefined) => trace.find(({ spanId }) => spanId === span?.parentSpanId)?.name
    expect(named(submit).map(attributesOf)).toEqual([
      { 'http.request.method': 'POST', 'http.route': '/api/microtrade/submit', 'http.response.status_code': 200 },
    ])
    expect(parentOf(named('unit of work')[0])).toBe(submit)
    expect(parentOf(named('transaction')[0])).toBe('unit of work')
    expect(parentOf(named('insert microtrades')[0])).toBe('transaction')
    expect(attributesOf(named('insert microtrades')[0] as Span)).toEqual({
      'db.system.name': 'sqlite',
      'db.query.summary': 'insert microtrades',
    })
    expect(parentOf(named('move microtrade')[0])).toBe('unit of work')
    expect(named('move microtrade').map(thread)).toEqual(['market'])
    expect(named('socket').map(thread)).toEqual(named('socket').map(() => 'calls'))
    expect(new Set(named('socket').map(parentOf))).toEqual(new Set(['unit of work', 'move microtrade']))
  })

  it('records every call, without personal data, secrets or values of anyone', async () => {
    const before = collector.spans.length
    const url = await server.url
    for (const call of calls) {
      const { file, ...input } = sampleOf(call.path)
      keepSecret(call.path === 'market/candles' ? '' : Object.fromEntries(Object.entries(input).filter(isSomeones)))
      const query = new URLSearchParams(input as Record<string, string>)
      const headers = { authorization: token, 'user-agent': 'a-browser-of-someone', 'x-forwarded-for': '203.0.113.77' }
      if (call.path === 'user/logout') continue
      if (call.method === 'GET') await fetch(`${url}/api/${call.path}?${query}`, { headers })
      else {
        const body = file ? new FormData() : JSON.stringify(input)
        const json = file ? {} : { 'content-type': 'application/json' }
        await fetch(`${url}/api/${call.path}`, { method: 'POST', headers: { ...headers, ...json }, body })
      }
    }
    for (const one of [token, 'someone@example.com', 'Correct Horse 1', 'a-browser-of-someone']) keepSecret(one)
    for (const one of ['203.0.113.77', '127.0.0.1', bankCard]) keepSecret(one)
    await vi.waitFor(() => {
      const seen = new Set(collector.spans.map((span) => attributesOf(span)['http.route']))
      const missing = calls.filter(({ path }) => path !== 'user/logout' && !seen.has(`/api/${path}`))
      expect(missing.map(({ path }) => path)).toEqual([])
    }, WAIT)
    await device.close()
    // The rest is sent at shutdown, with the metrics.
    expect(await server.kill('SIGTERM')).toBe(0)
    expect(collector.spans.length).toBeGreaterThan(before + calls.length)

    for (const span of collector.spans) {
      expect(['calls', 'market']).toContain(thread(span))
      expect(unknownIn(span)).toEqual([])
    }
    const { series, labels } = labelsOf(collector.metrics)
    expect(series).toBeGreaterThan(100)
    expect(labels.filter(([label, value]) => !isLabel(label, String(value)))).toEqual([])
    const all = collector.bodies.join('\n')
    expect([...secrets].filter((secret) => all.includes(secret))).toEqual([])
  })

  it('sends the same figures as /metrics', () => {
    const named = (name: string) => collector.metrics.findLast((metric) => metric.name === name)
    const submitted = named('quoin_http_request_duration_seconds')?.points.find(
      (point) => attributesOf(point).route === '/api/microtrade/submit',
    )
    expect(submitted).toMatchObject({ count: expect.any(Number) })
    const sum = submitted?.bucketCounts?.reduce((total, count) => total + Number(count), 0)
    expect(sum).toBe(Number(submitted?.count))
    expect(named('quoin_ticks_accepted_total')?.points).toHaveLength(1)
    expect(named('nodejs_eventloop_lag_p99_seconds')?.points).toHaveLength(1)
  })

  it('is not loaded without an endpoint', async () => {
    const loaded = `import('node:module').then(({ registerHooks }) => registerHooks({ load: (url, context, next) => {
      if (/opentelemetry.(sdk|exporter|otlp)/.test(url)) process.stderr.write('LOADED\\n')
      return next(url, context)
    } }))`
    const before = `data:text/javascript,${encodeURIComponent(`await ${loaded}`)}`
    const start = (settings: Record<string, string>) =>
      startProcess({ DATA_DIR: freshFolder(), NODE_OPTIONS: `--import=${before}`, ...settings })
    const off = start({})
    await ready(off)
    expect(off.out.stderr).not.toContain('LOADED')
    await off.kill('SIGTERM')
    const on = start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    await ready(on)
    expect(on.out.stderr).toContain('LOADED')
    // A collector that is down delays neither calls nor the end.
    expect(await on.kill('SIGTERM')).toBe(0)
  })
})

/** Ids, amounts and the like, but no constants of the code such as symbols. */
const isSomeones = ([name]: [string, unknown]) => !['symbol', 'currency', 'network', 'purpose', 'range'].includes(name)

const routes = new Set(calls.map(({ path }) => `/api/${path}`))
const events = new Set(Object.keys(eventsOf(modules)))
const VERBS = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|set)$/

/** For each attribute, whether a value is a constant of the code. Any other value could be personal. */
const known: Readonly<Record<string, (value: string) => boolean>> = {
  'http.request.method': (value) => value === 'GET' || value === 'POST',
  'http.route': (value) => routes.has(value),
  'http.response.status_code': (value) => /^\d{3}$/.test(value),
  'quoin.refusal': (value) => Object.hasOwn(messages, value) || /^\d{3}$/.test(value),
  'quoin.event': (value) => events.has(value),
  'db.system.name': (value) => value === 'sqlite',
  'db.query.summary': (value) => isSummary(value),
  // A statement is retried while another thread writes.
  'error.type': (value) => value === 'Refusal' || value === 'ERR_SQLITE_ERROR',
}

function isSummary(text: string): boolean {
  const [verb = '', table, ...more] = text.split(' ')
  return VERBS.test(verb) && (table === undefined || tables.has(table) || /^json_/.test(table)) && more.length === 0
}

const isName = (name: string) =>
  ['unit of work', 'transaction', 'socket'].includes(name) ||
  isSummary(name) ||
  (/^(GET|POST) /.test(name) && routes.has(name.replace(/^\w+ /, ''))) ||
  (name.startsWith('move ') && kinds.has(name.slice('move '.length)))

/** The name and attributes of a span that are no constants of the code. */
function unknownIn(span: Span): string[] {
  const attributes = Object.entries(attributesOf(span)).filter(([key, value]) => !known[key]?.(String(value)))
  return [...(isName(span.name) ? [] : [span.name]), ...attributes.map(([key, value]) => `${key}: ${value}`)]
}

/** Names of due work and reasons of the gate: without digits, so no ids or addresses. */
const WORDS = /^[A-Za-z][A-Za-z -]*$/
/** For each label, whether a value is a constant of the code, or of the process. */
const labels: Readonly<Record<string, (value: string) => boolean>> = {
  method: (value) => ['GET', 'POST', 'any'].includes(value),
  route: (value) => routes.has(value) || /^(none|\*|\/[a-z./-]*)$/.test(value),
  status: (value) => /^\d{3}$/.test(value),
  call: (value) => routes.has(`/api/${value}`) || value === 'none',
  key: (value) => Object.hasOwn(messages, value) || /^\d{3}$/.test(value),
  work: (value) => WORDS.test(value),
  held: (value) => /^(true|false)$/.test(value),
  gap: (value) => /^(record|symbol)$/.test(value),
  reason: (value) => WORDS.test(value),
  state: (value) => /^(live|stale|closed)$/.test(value),
  kind: (value) => kinds.has(value) || /^(major|minor|incremental|weakcb)$/.test(value),
  space: (value) => /^[a-z_]+$/.test(value),
  type: (value) => /^\w+$/.test(value),
  version: (value) => value === process.version,
  major: (value) => /^\d+$/.test(value),
  minor: (value) => /^\d+$/.test(value),
  patch: (value) => /^\d+$/.test(value),
}
const isLabel = (label: string, value: string) => labels[label]?.(value) === true

function labelsOf(metrics: Awaited<ReturnType<typeof startCollector>>['metrics']) {
  const points = metrics.flatMap((metric) => metric.points)
  return { series: points.length, labels: points.flatMap((point) => Object.entries(attributesOf(point))) }
}
