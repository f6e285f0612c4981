import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { events } from '../../../src/api/wire/events.ts'
import { sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { startServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { LEAST_STAKE, order, price } from './support.ts'

type Step =
  | { kind: 'trade'; cents: number; seconds: number }
  | { kind: 'silence'; seconds: number }
  | { kind: 'buy'; direction: 'rise' | 'fall'; seconds: number; amount: number }
  | { kind: 'restart' }
  | { kind: 'jump'; seconds: number }

const buying = fc.record({
  kind: fc.constant('buy' as const),
  direction: fc.constantFrom('rise' as const, 'fall' as const),
  seconds: fc.constantFrom(30, 60),
  amount: fc.integer({ min: Number(LEAST_STAKE), max: 400 }),
})
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        cents: fc.integer({ min: -2, max: 2 }),
        seconds: fc.integer({ min: 1, max: 12 }),
      }),
    },
    { weight: 4, arbitrary: buying },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('silence' as const), seconds: fc.integer({ min: 1, max: 9 }) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('jump' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
    },
  ),
  { minLength: 5, maxLength: 25 },
)

describeOn({ on: sqliteFirst }, 'whatever the market, the clock and the server do', (kind) => {
  it('every option ends once, by the record, and private events arrive in order', async () => {
    const { server, close } = await startServer(kind)
    const invariants = createInvariants()
    let cents = 4_300_000
    const trade = async (change: number) => {
      cents += change
      await price(server, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
    }
    const take = async (step: Step, token: string) => {
      if (step.kind === 'silence') await server.clock.advance(step.seconds * 1_000)
      if (step.kind === 'jump') server.clock.jump(step.seconds * 1_000)
      if (step.kind === 'restart') await server.restart()
      if (step.kind === 'trade') for (let second = 0; second < step.seconds; second++) await trade(step.cents)
      if (step.kind !== 'buy') return
      const { direction, seconds, amount } = step
      const answer = await server.call(api.submit, order({ direction, seconds, amount: String(amount) }), token)
      if (answer.type === 'ok') invariants.acknowledged(answer.message)
      else expect(answer.key).toMatch(/^(tradingClosed|insufficientBalance)$/)
    }
    try {
      await fc.assert(
        fc.asyncProperty(steps, async (taken) => {
          const { token } = await server.person()
          await trade(0)
          for (const step of taken) {
            await take(step, token)
            if (step.kind === 'restart') expect(await invariants.check(server.platform.db)).toEqual([])
          }
          // Until the last one has fallen due: sixty seconds, and as long as a price may be old.
          for (let second = 0; second < 68; second++) await trade((second % 3) - 1)
          const open = await server.ok(api.lists, { list: 0 }, token)
          expect(open).toEqual([])
          expect(await invariants.check(server.platform.db)).toEqual([])
          const told = await server.ok(events, { after: 0, limit: 500 }, token)
          expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1))
        }),
        { numRuns: kind === 'sqlite' ? 12 : 4 },
      )
    } finally {
      await close()
    }
  })
})
