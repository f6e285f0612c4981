import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics, createProcessMetrics } from '../../../server/platform/metrics.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { describeServer, startServer, type TestServer } from '../harness.ts'
import { hold, order, price } from '../microtrade/support.ts'
import { greeted, listen } from './device.ts'

const TOKEN = 'a-token-for-the-metrics'

describe('/metrics', () => {
  let server: TestServer
  let close = async () => {}
  beforeAll(async () => {
    const started = await startServer('sqlite')
    server = started.server
    close = started.close
  })
  afterAll(() => close())

  const text = async () => (await server.app.http.inject({ url: '/metrics' })).payload
  /** The figure of one line, by its name with labels as they are written. */
  const figure = async (name: string) => {
    const line = (await text()).split('\n').find((each) => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }

  it('counts requests by route pattern, without caller-chosen labels', async () => {
    const { token } = await server.person()
    await server.ok(api.lists, {}, token)
    for (const path of ['/made-up-by-me', '/api/made-up-by-me', '/api/microtrade/lists?made-up-by-me=1']) {
      await server.app.http.inject({ url: path })
    }
    await server.app.http.inject({ url: '/made-up-by-me', method: 'PROPFIND' })
    const count = 'quoin_http_request_duration_seconds_count'
    expect(await figure(`${count}{method="GET",route="/api/microtrade/lists",status="200"}`)).toBe(1)
    expect(await figure(`${count}{method="any",route="none",status="404"}`)).toBe(3)
    expect(await text()).not.toContain('made-up-by-me')
  })

  it('report received ticks, price ages and the market state', async () => {
    const accepted = (await figure('quoin_ticks_accepted_total')) ?? 0
    await price(server, '43000.00')
    server.tick('BTCUSDT', '0')
    expect(await figure('quoin_ticks_accepted_total')).toBe(accepted + 1)
    expect(await figure('quoin_ticks_refused_total{reason="zero"}')).toBe(1)
    expect(await figure('quoin_ticks_refused_total{reason="spike"}')).toBe(0)
    expect(await figure('quoin_symbols{state="live"}')).toBeGreaterThan(0)
    const before = (await figure('quoin_oldest_price_seconds')) ?? 0
    await server.clock.advance(60_000)
    expect(await figure('quoin_oldest_price_seconds')).toBe(before + 60)
    expect(await figure('quoin_symbols{state="live"}')).toBe(0)
  })

  it('report the lateness of due work', async () => {
    const late = 'quoin_due_work_lateness_seconds'
    expect(await figure(`${late}_count{work="microtrade"}`)).toBeUndefined()
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 33)
    expect(await figure(`${late}_count{work="microtrade"}`)).toBe(2)
    expect(await figure(`${late}_bucket{le="5",work="microtrade"}`)).toBe(2)
    expect(await figure('quoin_due_work_runs_total{work="microtrade",held="true"}')).toBeGreaterThan(30)
    expect(await figure('quoin_due_work_runs_total{work="microtrade",held="false"}')).toBeUndefined()
  })

  it('report the kind of gap of an option without a price', async () => {
    const gaps = async () =>
      Promise.all(['record', 'symbol'].map((gap) => figure(`quoin_orders_without_price_total{gap="${gap}"}`)))
    expect(await gaps()).toEqual([0, 0])
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 3)
    // Nothing is recorded while it falls due.
    await server.clock.advance(60_000)
    expect(await gaps()).toEqual([1, 0])
    await price(server, '43000.00')
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 3)
    for (let second = 0; second < 60; second++) {
      server.tick('ETHUSDT', '2300.00')
      await server.clock.advance(1_000)
    }
    expect(await gaps()).toEqual([1, 1])
  })

  it('counts sockets and sent frames', async () => {
    const device = await greeted(await listen(server.app.http))
    expect(await figure('quoin_sockets')).toBe(1)
    expect(await figure('quoin_sockets_opened_total')).toBe(1)
    expect(await figure('quoin_socket_frames_sent_total')).toBe(1)
    expect(await figure('quoin_socket_bytes_sent_total')).toBeGreaterThan(50)
    await device.close()
    await expect.poll(() => figure('quoin_sockets')).toBe(0)
  })

  it('has no figure for an unchecked ledger', async () => {
    expect(await figure('quoin_ledger_violations')).toBeUndefined()
    expect(await figure('quoin_ledger_checked_timestamp_seconds')).toBe(0)
  })

  it('are served to this machine only', async () => {
    for (const [remoteAddress, status] of [
      ['127.0.0.1', 200],
      ['::1', 200],
      ['::ffff:127.0.0.1', 200],
      ['203.0.113.9', 404],
      ['10.0.0.1', 404],
    ] as const) {
      expect((await server.app.http.inject({ url: '/metrics', remoteAddress })).statusCode, remoteAddress).toBe(status)
    }
  })
})

describe('/metrics, by its settings', () => {
  const ask = async (env: Record<string, string>, authorization?: string, remoteAddress = '127.0.0.1') => {
    const { server, close } = await startServer('sqlite', { env })
    const headers = authorization === undefined ? {} : { authorization }
    const { statusCode } = await server.app.http.inject({ url: '/metrics', headers, remoteAddress })
    await close()
    return statusCode
  }

  it('are not served behind a proxy on the same machine', async () => {
    expect(await ask({ PUBLIC_URL: 'https://quoin.example' })).toBe(404)
    expect(await ask({ TRUST_PROXY: '127.0.0.1' })).toBe(404)
  })

  it('requires its token if set, from any address', async () => {
    const env = { METRICS_TOKEN: TOKEN, PUBLIC_URL: 'https://quoin.example' }
    expect(await ask(env, `Bearer ${TOKEN}`, '203.0.113.9')).toBe(200)
    expect(await ask(env, `Bearer ${TOKEN}x`)).toBe(404)
    expect(await ask(env, TOKEN)).toBe(404)
    expect(await ask(env)).toBe(404)
  })
})

it('metrics: report the event loop lag', async () => {
  const registry = createProcessMetrics()
  const text = await registry.metrics()
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  // As promtool requires: only counters are named `_total`.
  expect(text).not.toMatch(/^# TYPE \S+_total gauge$/m)
})

describeServer.onSqlite('metrics: due work without anything due', (server) => {
  it('holds, all of it', async () => {
    await server.clock.advance(700_000)
    const { payload } = await server.app.http.inject({ url: '/metrics' })
    const runs = payload.split('\n').filter((line) => line.startsWith('quoin_due_work_runs_total{'))
    expect(runs.length).toBeGreaterThan(20)
    expect(runs.filter((line) => line.includes('held="false"'))).toEqual([])
  })
})

describe('metrics: the alert rules and the dashboard', () => {
  const OPERATIONS = join(import.meta.dirname, '../../../docs/operations')
  const read = (name: string) => readFileSync(join(OPERATIONS, name), 'utf8')
  const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(read('alerts.yml'))
  const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(read('dashboard.json'))
  const rules = alerts.groups.flatMap((group) => group.rules)
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ]

  it('name existing metrics and jobs', async () => {
    // The job `verification codes` needs a mail server.
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'codes@quoin.example' }
    const { server, close } = await startServer('sqlite', { env })
    const { payload } = await server.app.http.inject({ url: '/metrics' })
    const node = { isWhole: true, fallbacks: 0, stand: () => Promise.reject(new Error('no node')) }
    const several = createMetrics(server.clock)
    const hub = { size: 0, counters: { opened: 0, frames: 0, bytes: 0, cut: 0 } }
    several.watch({ market: server.app.market, hub, nodes: node })
    const texts = [payload, await several.registry.metrics(), await createProcessMetrics().metrics()].join('\n')
    await close()
    const names = new Set<string>()
    for (const [, name = '', type] of texts.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(`${name}${suffix}`)
    }
    const unknown = expressions.flatMap(([of, expr]) =>
      [...expr.matchAll(/\b(?:quoin|nodejs|process)_\w+/g)].flatMap(([name]) =>
        names.has(name) ? [] : [`${of}: ${name}`],
      ),
    )
    expect(unknown).toEqual([])
    expect(expressions.length).toBeGreaterThan(30)
    const works = new Set(jobNames(server.platform))
    const asked = expressions.flatMap(([, expr]) => [...expr.matchAll(/work="([^"]+)"/g)].map(([, name]) => name))
    expect(asked.filter((name) => !works.has(name ?? ''))).toEqual([])
  })

  it('cover every alert of docs/operations.md', () => {
    const page = readFileSync(join(OPERATIONS, '../operations.md'), 'utf8')
    const [, table = ''] = /\| metric \| alert when \|\n([\s\S]*?)\n\n/.exec(page) ?? []
    const named = [...table.matchAll(/\b(?:quoin|nodejs)_\w+/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(10)
    const all = rules.map(({ expr }) => expr).join('\n')
    expect(named.filter((name) => !all.includes(name))).toEqual([])
  })
})

const jobNames = (platform: TestServer['platform']): string[] => {
  const loopback = async () => ({ status: 200, text: '' })
  return platform.modules
    .flatMap((each) => [...(each.jobs?.(platform, loopback as never) ?? []), ...(each.criticalJobs?.(platform) ?? [])])
    .map(({ name }) => name)
}
