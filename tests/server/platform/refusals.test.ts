import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ALL_LINES_PER_SECOND,
  createRefusalLog,
  LEFT_OUT_MS,
  LINES_PER_SECOND,
} from '../../../server/platform/http/refusals.ts'
import { list } from '../../../src/api/money/records.ts'
import { startServer, type TestServer } from '../harness.ts'
import { createManualClock } from '../manual-clock.ts'

type Line = Record<string, unknown>

describe('a refusal', () => {
  let server: TestServer
  let close = async () => {}
  let text = ''
  /** Lines are written behind the answer. */
  const written = () => new Promise((resolve) => setImmediate(resolve))
  const lines = () => text.split('\n').flatMap((line): Line[] => (line ? [JSON.parse(line)] : []))
  const linesOf = async (call: string) => {
    await written()
    return lines().filter((line) => line.call === call)
  }
  const figure = async (labels: string) => {
    const { payload } = await server.app.http.inject({ url: '/metrics' })
    const start = `quoin_refusals_total{${labels}} `
    const line = payload.split('\n').find((each) => each.startsWith(start))
    return line === undefined ? undefined : Number(line.slice(start.length))
  }
  const post = (path: string, payload: object) =>
    server.app.http.inject({ method: 'POST', url: `/api/${path}`, payload })

  beforeAll(async () => {
    const write = (line: string) => {
      text += line
    }
    const started = await startServer('sqlite', { log: pino({ level: 'info' }, { write }) })
    server = started.server
    close = started.close
  })
  afterAll(() => close())

  it('has one line with its key, call and request id, for reads too', async () => {
    const { token, userId } = await server.person()
    const url = '/api/records/list?currency=rubbish&lang=en'
    const looked = await server.app.http.inject({ url, headers: { authorization: token } })
    const known = { key: 'parameterError', call: 'records/list', status: 422, user: userId, address: '127.0.0.1' }
    expect(await linesOf('records/list')).toEqual([
      expect.objectContaining({ ...known, level: 30, msg: 'refused', reqId: looked.headers['x-request-id'] }),
    ])
    const acted = await post('user/nonce', {})
    expect(await linesOf('user/nonce')).toEqual([
      expect.objectContaining({ key: 'missingParameters', reqId: acted.headers['x-request-id'] }),
    ])
    expect(lines().filter(({ reqId }) => reqId === acted.headers['x-request-id'])).toHaveLength(1)
    await server.ok(list, {}, token)
    expect(await linesOf('records/list')).toHaveLength(1)
  })

  it('is counted by call and key, without caller-chosen labels', async () => {
    const before = (await figure('call="user/info",key="signInRequired"')) ?? 0
    await server.app.http.inject({ url: '/api/user/info' })
    await server.app.http.inject({ url: '/api/made-up-by-me' })
    await post('made-up-by-me/too', {})
    expect(await figure('call="user/info",key="signInRequired"')).toBe(before + 1)
    expect(await figure('call="none",key="dataNotFound"')).toBe(2)
    expect((await server.app.http.inject({ url: '/metrics' })).payload).not.toContain('made-up-by-me')
  })

  it('in a flood logs a few lines a second, and one with the number omitted', async () => {
    await server.clock.advance(LEFT_OUT_MS)
    const floods = async (count: number) => {
      for (let sent = 0; sent < count; sent++) await post('user/login', { username: 'a', password: '' })
    }
    await floods(300)
    expect(await linesOf('user/login')).toHaveLength(LINES_PER_SECOND)
    await post('user/register', {})
    expect(await linesOf('user/register')).toHaveLength(1)
    await server.clock.advance(1_000)
    await floods(300)
    expect(await linesOf('user/login')).toHaveLength(2 * LINES_PER_SECOND)
    await server.clock.advance(LEFT_OUT_MS)
    const told = (await linesOf('user/login')).filter(({ msg }) => msg === 'refusals omitted from the log')
    expect(told).toEqual([expect.objectContaining({ key: 'credentialsRequired', leftOut: 600 - 2 * LINES_PER_SECOND })])
    await server.clock.advance(LEFT_OUT_MS)
    expect(await linesOf('user/login')).toHaveLength(2 * LINES_PER_SECOND + 1)
    expect(await figure('call="user/login",key="credentialsRequired"')).toBe(600)
  })

  it('logs a shortened path', async () => {
    await server.app.http.inject({ url: `/api/${'x'.repeat(5_000)}` })
    expect((await linesOf('none')).at(-1)?.path).toHaveLength(200)
  })
})

describe('a log of refusals', () => {
  const start = () => {
    const said: unknown[] = []
    const clock = createManualClock(1_000_000, async () => {})
    const log = createRefusalLog(clock, { info: (line: unknown) => void said.push(line) })
    return { said, clock, log }
  }
  const refused = (place: number) => ({ call: `call${place}`, key: 'parameterError' })

  it('has an overall limit that hides no server error', async () => {
    const { said, clock, log } = start()
    const taken = Array.from({ length: 200 }, (_, place) => log.takes(refused(place), false))
    expect(taken.filter(Boolean)).toHaveLength(ALL_LINES_PER_SECOND)
    expect(log.takes({ call: 'call1', key: 'serverError' }, true)).toBe(true)
    await clock.advance(LEFT_OUT_MS)
    expect(said).toHaveLength(200 - ALL_LINES_PER_SECOND)
    expect(said[0]).toEqual({ ...refused(ALL_LINES_PER_SECOND), leftOut: 1 })
    expect(log.takes(refused(0), false)).toBe(true)
  })

  it('logs a few lines a second in a flood of server errors', () => {
    const { log } = start()
    const taken = Array.from({ length: 100 }, () => log.takes({ call: 'one', key: 'serverError' }, true))
    expect(taken.filter(Boolean)).toHaveLength(LINES_PER_SECOND)
  })

  it('continues if the clock is set back', () => {
    const { clock, log } = start()
    for (let count = 0; count < 100; count++) log.takes(refused(0), false)
    clock.set(-3_600_000)
    expect(log.takes(refused(0), false)).toBe(true)
  })

  it('reports omitted refusals at shutdown, and nothing if there were none', () => {
    const { said, log } = start()
    log.flush()
    expect(said).toEqual([])
    for (let count = 0; count < 7; count++) log.takes(refused(0), false)
    log.flush()
    log.flush()
    expect(said).toEqual([{ ...refused(0), leftOut: 7 - LINES_PER_SECOND }])
  })
})
