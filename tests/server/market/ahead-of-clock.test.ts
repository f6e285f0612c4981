import { pino } from 'pino'
import { expect, it } from 'vitest'
import { modules } from '../../../server/modules.ts'
import * as market from '../../../src/api/market/market.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from '../microtrade/support.ts'

const HOUR_MS = 3_600_000
const lines: { level: number; msg: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const warned = () => lines.filter(({ msg }) => msg.startsWith('the clock was ahead'))

describeServer(
  'market: a clock that was ahead',
  (server) => {
    const readyz = async () => {
      const answer = await server.app.http.inject({ url: '/readyz' })
      return { http: answer.statusCode, ...answer.json() }
    }
    const ahead = async () => {
      const { payload } = await server.app.http.inject({ url: '/metrics' })
      return Number(/^quoin_record_ahead_seconds (\S+)$/m.exec(payload)?.[1])
    }
    const rewind = (why = 'the clock was wrong') => {
      const command = modules.flatMap(({ commands = [] }) => commands).find(({ name }) => name === 'record rewind')
      if (!command) throw new Error('no such command')
      const given = { platform: server.platform, who: 'ann', args: [], options: { why }, tell: () => {} }
      return command.run(given)
    }
    const ticks = () =>
      server.platform.db.selectFrom('ticks').selectAll().where('symbol', '=', 'BTCUSDT').orderBy('seq').execute()

    it('is shown in the log, in /readyz and as a metric, and no price is live', async () => {
      lines.length = 0
      await price(server, '43000.00')
      expect(await readyz()).toMatchObject({ http: 200, status: 'ok' })
      expect(await ahead()).toBe(0)
      await expect(rewind()).rejects.toThrow('the record is not ahead of the clock')
      await server.restart(HOUR_MS)
      await hold(server, '50000.00', 3)
      expect(warned()).toEqual([])
      await server.restart(-HOUR_MS)
      await price(server, '43001.00')
      expect(await readyz()).toMatchObject({
        http: 503,
        status: expect.stringMatching(/^clock was 3\d{3} s ahead of now$/),
      })
      expect(await ahead()).toBeGreaterThan(3_500)
      await server.clock.advance(30_000)
      expect(warned()).toMatchObject([{ level: 50 }])
      const { token } = await server.person()
      expect(await server.call(microtrade.submit, order(), token)).toMatchObject({ type: 'error' })
    })

    it('ends by `record rewind`: prices are live, and orders settle by new ones', async () => {
      const before = await ticks()
      const [removed] = await rewind()
      expect(removed).toMatchObject({ orders: 0 })
      expect(Number(removed?.ticks)).toBeGreaterThan(2)
      await server.restart(1_000)
      await price(server, '43002.00')
      expect(await readyz()).toMatchObject({ http: 200, status: 'ok' })
      expect(await ahead()).toBe(0)
      const after = await ticks()
      const now = BigInt(server.clock.now())
      expect(after.every(({ time_ms }) => time_ms <= now)).toBe(true)
      // No sequence number is used twice, because receipts identify ticks by it.
      const kept = new Set(before.filter(({ time_ms }) => time_ms <= now).map(({ seq }) => seq))
      const used = new Set(before.map(({ seq }) => seq))
      expect(after.filter(({ seq }) => used.has(seq) && !kept.has(seq))).toEqual([])
      const candles = await server.ok(market.candles, { symbol: 'BTCUSDT', interval: '1m' })
      expect(JSON.stringify(candles)).not.toContain('50000')

      const { token } = await server.person()
      await server.ok(microtrade.submit, order(), token)
      await hold(server, '43003.00', 33)
      const [mine] = await server.ok(microtrade.lists, {}, token)
      expect(mine).toMatchObject({ buyPrice: '43003.00' })
      expect(await server.ledger()).toEqual([])
    })

    it('is in the audit log, with the reason', async () => {
      const acts = await server.platform.db.selectFrom('audit').selectAll().execute()
      expect(acts).toMatchObject([{ who: 'ann', act: 'record rewind', why: 'the clock was wrong' }])
    })
  },
  { log },
)
