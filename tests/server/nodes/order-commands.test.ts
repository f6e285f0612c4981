import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quotation } from '../../../src/api/market/market.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import type { Call, Envelope } from '../../../src/api/wire/call.ts'
import { commands, type Model, type Real } from '../order-commands.ts'
import { register, type ServerProcess } from '../platform/process.ts'
import { becomes, hasCluster, startCluster } from './cluster.ts'

/** By the clock of the machine, so it is long: `npm run test:faults`. */
const LONG = process.env.TEST_LONG !== undefined
const SEED = Number(process.env.TEST_SEED ?? 20)
/** The longest wait for clock time, in seconds. */
const WAITED_MAX = 3

async function called(node: ServerProcess, call: Call, input: Record<string, unknown>, token: string) {
  const url = `${await node.url}/api/${call.path}`
  const headers = { authorization: token, 'content-type': 'application/json' }
  const response =
    call.method === 'GET'
      ? await fetch(`${url}?${new URLSearchParams(input as Record<string, string>)}`, { headers })
      : await fetch(url, { method: 'POST', headers, body: JSON.stringify({ lang: 'en', ...input }) })
  return (await response.json()) as Envelope<unknown>
}

describe.runIf(hasCluster && LONG)('orders of all kinds on two nodes', () => {
  it('match the record on either node, concurrently, and after one is killed', async () => {
    const seen = new Set<string>()
    const cluster = await startCluster()
    try {
      let leader = cluster.start()
      await becomes(leader, 'leader')
      let follower = cluster.start()
      await becomes(follower, 'follower')
      const real: Real = {
        seen,
        requests: 0,
        // The recording that these nodes play has no others.
        symbols: { lever: ['BTCUSDT'], spot: ['BTCUSDT'], forex: [] },
        isStill: false,
        send: (call, input, token, times) => {
          const nodes = times > 1 || real.requests % 2 === 0 ? [follower, leader] : [leader, follower]
          return Promise.all(nodes.slice(0, times).map((node) => called(node, call, input, token)))
        },
        price: async (symbol) => {
          const { quotes } = await leader.ok(quotation)
          return quotes.find((quote) => quote.symbol === symbol)?.price ?? ''
        },
        pass: async (seconds) => {
          if (seconds > WAITED_MAX) cluster.jump((seconds - WAITED_MAX) * 1_000)
          await sleep(Math.min(seconds, WAITED_MAX) * 1_000)
        },
        restart: async () => {
          await leader.kill('SIGKILL')
          await becomes(follower, 'leader')
          leader = follower
          follower = cluster.start()
          await becomes(follower, 'follower')
        },
        check: () => cluster.check(),
      }
      const model: Model = { people: [] }
      for (const name of ['someone', 'another']) model.people.push({ token: await register(leader, name), sent: [] })
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 120, size: 'max' }), (given) =>
          fc.asyncModelRun(() => ({ model, real }), given),
        ),
        { numRuns: 1, seed: SEED, unbiased: true, endOnFailure: true },
      )
      const happened = [microtrade.submit, lever.submit, lever.close, lever.addMargin, spot.trade]
      expect(happened.map(({ path }) => `${path} ok`).filter((each) => !seen.has(each))).toEqual([])
      expect(await cluster.check()).toEqual([])
    } finally {
      await cluster.end()
    }
  })
})
