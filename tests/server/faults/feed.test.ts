import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { startServer, type TestServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, newest, order, price, SILENCE_MS } from '../microtrade/support.ts'

const SECONDS = 30
const STALE_S = STALE_AFTER_MS / 1_000

/**
 * Faults of the feed while an option is open, and the option's result. It is a rise from 43000.00, due 30 s after its opening; without the
 * fault the price is 43001.00.
 */
const faults: { name: string; state: string; during(server: TestServer): Promise<void> }[] = [
  {
    name: 'a stall that ends before it falls due',
    state: 'won',
    during: async (server) => {
      await server.clock.advance(20_000)
      await hold(server, '43001.00', 12)
    },
  },
  {
    name: 'a stall in which it falls due',
    state: 'unexpected',
    during: async (server) => {
      await hold(server, '43001.00', SECONDS - STALE_S - 5)
      await server.clock.advance(SILENCE_MS + 9_000)
    },
  },
  {
    name: 'a gap of some seconds just before it falls due',
    state: 'won',
    during: async (server) => {
      await hold(server, '43001.00', SECONDS - STALE_S + 1)
      await server.clock.advance(SILENCE_MS)
    },
  },
  {
    name: 'another pair’s ticks alone',
    state: 'unexpected',
    during: (server) => hold(server, '2300.00', 34, 'ETHUSDT'),
  },
  {
    name: 'each tick three times over',
    state: 'won',
    during: async (server) => {
      for (let second = 0; second < 34; second++) {
        for (let time = 0; time < 3; time++) server.tick('BTCUSDT', '43001.00')
        await server.clock.advance(1_000)
      }
    },
  },
  {
    name: 'tenfold spikes and dips to nothing when it falls due',
    state: 'won',
    during: async (server) => {
      await hold(server, '43001.00', 28)
      for (const spike of ['430010.00', '1.00', '0.00', '430010.00', '1.00', '0.00']) {
        server.tick('BTCUSDT', '43001.00')
        await server.clock.advance(300)
        server.tick('BTCUSDT', spike)
        await server.clock.advance(700)
      }
    },
  },
  {
    name: 'a price that is stale after a restart',
    state: 'unexpected',
    during: async (server) => {
      await hold(server, '43001.00', SECONDS - STALE_S - 1)
      await server.restart()
      await server.clock.advance(SILENCE_MS + 4_000)
    },
  },
  {
    name: 'a restart, and fresh prices after it',
    state: 'won',
    during: async (server) => {
      await hold(server, '43001.00', 20)
      await server.restart()
      await hold(server, '43001.00', 14)
    },
  },
]

describeOn({ on: sqliteFirst }, 'an option', (kind) => {
  it('settles by the record through feed failures', async () => {
    const { server, close } = await startServer(kind)
    const invariants = createInvariants()
    try {
      for (const { name, state, during } of faults) {
        const { token } = await server.person()
        await price(server, '43000.00')
        const bought = await server.ok(api.submit, order(), token)
        invariants.acknowledged(bought)
        await price(server, '43000.00')
        await during(server)
        expect(await invariants.check(server.platform.db), name).toEqual([])
        expect(await newest(server, token), name).toMatchObject({ id: bought.id, state })
        if (state !== 'unexpected') continue
        // A stale symbol is not sold either.
        expect(await server.call(api.submit, order(), token), name).toMatchObject({ key: 'tradingClosed' })
      }
    } finally {
      await close()
    }
  })
})
