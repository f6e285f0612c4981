import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargeReq } from '../../../src/api/money/deposit.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { describeServer } from '../harness.ts'
import { listen } from '../platform/device.ts'
import { announce, countedMs, newest, transfer } from './support.ts'

describeServer.onSqlite('the paper provider, over the socket that the server listens on', (server) => {
  const paid = () => server.platform.db.selectFrom('paper_payments').select('reference').execute()

  it('sends nothing before the server listens, and everything afterwards', async () => {
    const { token } = await server.person()
    const { id } = await announce(server, token)
    await server.clock.advance(countedMs(server) + 16_000)
    expect(await newest(server, token)).toMatchObject({ id, state: 'waiting' })
    await listen(server.app.http)
    await server.clock.advance(2_000)
    expect(await newest(server, token)).toMatchObject({
      id,
      state: 'succeeded',
      arrived: '500.000000',
      reference: `paper-${id}`,
    })
    expect(await paid()).toEqual([])
    expect(await server.ok(getInfo, {}, token)).toMatchObject({ available: '10500.000000' })
  })

  it('credits coins after their confirmations, and a transfer after its review', async () => {
    const { token } = await server.person()
    await announce(server, token)
    await server.clock.advance(countedMs(server) - 1_000)
    expect(await newest(server, token)).toMatchObject({ state: 'underReview' })
    await server.clock.advance(3_000)
    expect(await newest(server, token)).toMatchObject({ state: 'succeeded' })
    await server.ok(chargeReq, await transfer(server, token), token)
    await server.clock.advance(29_000)
    expect(await newest(server, token)).toMatchObject({ way: 'bank', state: 'underReview' })
    await server.clock.advance(3_000)
    expect(await newest(server, token)).toMatchObject({ way: 'bank', state: 'succeeded' })
    expect(await server.ledger()).toEqual([])
  })
})

describeServer(
  'deposit paper: a provider with its own secret that fails at first',
  (server) => {
    let real: typeof fetch
    const asked: number[] = []
    beforeAll(async () => {
      real = globalThis.fetch
      globalThis.fetch = async (...call) => {
        asked.push(server.clock.now())
        if (asked.length === 1) throw new TypeError('cut off')
        const answer = await real(...call)
        // The answer is lost, but the notification was received.
        return asked.length === 2 ? new Response('', { status: 502 }) : answer
      }
      await listen(server.app.http)
    })
    afterAll(() => {
      globalThis.fetch = real
    })

    it('retries at growing intervals, and credits once', async () => {
      const { token } = await server.person()
      await announce(server, token)
      await server.clock.advance(countedMs(server) + 16_000)
      expect(await newest(server, token)).toMatchObject({ state: 'succeeded' })
      expect(await server.ok(getInfo, {}, token)).toMatchObject({ available: '10500.000000' })
      const [first = 0, second = 0, third = 0, ...more] = asked
      expect(more).toEqual([])
      expect(second - first).toBeGreaterThanOrEqual(1_000)
      expect(third - second).toBeGreaterThanOrEqual(2_000)
    })
  },
  { databases: ['sqlite'], env: { PROVIDER_SECRET: 'a secret of the settings, not of the key' } },
)
