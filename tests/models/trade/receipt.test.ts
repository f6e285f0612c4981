import { expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Receipt } from '../../../src/api/trade/microtrade.ts'
import type { ReceiptVerdict } from '../../../src/machines/receipts/receipt.ts'
import { LOOK_MS_MAX, receiptMachine } from '../../../src/machines/trade/receipt.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const receipt = { order: { id: 'order-00000001' }, previousHash: null, before: null, ticks: [], after: null }
const retry = { type: 'receipt.retry' } as const

testMachine(receiptMachine, [
  {
    shows: 'shows a receipt as verified only where this device has checked it',
    input: () => ({ id: 'order-00000001' }),
    events: [
      done('loadReceipt', receipt),
      done('lookAgain', receipt),
      failed('lookAgain', unanswered),
      failed('loadReceipt', refused('dataNotFound')),
      failed('loadReceipt', unanswered),
      done('checkReceipt', 'verified'),
      done('checkReceipt', 'incomplete'),
      done('checkReceipt', 'early'),
      done('checkReceipt', 'brokenChain'),
      done('checkReceipt', 'unlikeSeen'),
      failed('checkReceipt', new TypeError('the chunk did not come')),
      retry,
    ],
    distinct: ({ problem, refusal, looks }) => [problem, refusal?.key, Math.min(looks, 2)],
    states: {
      '*': ({ snapshot }) => {
        expect(snapshot().hasTag('loading')).toBe(snapshot().matches('loading'))
        const ended = ['verified', 'mismatch', 'unavailable'].some((state) => state === snapshot().value)
        expect(snapshot().hasTag('checked')).toBe(ended)
      },
      loading: ({ effects }) => {
        expect(effects.get('loadReceipt')?.input).toEqual({ id: 'order-00000001', quiet: false })
      },
      checking: ({ effects }) => {
        expect(effects.get('checkReceipt')?.input).toEqual({ receipt })
      },
      'early.waiting': ({ snapshot, can, actor }) => {
        const { looks, problem } = snapshot().context
        const [timer] = Object.values(actor.system.getSnapshot()._scheduledEvents)
        expect(timer?.delay).toBe(1000 * 2 ** (looks - 1))
        expect(problem).toBeNull()
        expect(can(retry)).toBe(false)
      },
      'early.looking': ({ effects, can }) => {
        expect(effects.get('lookAgain')?.input).toEqual({ id: 'order-00000001', quiet: true })
        expect(can(retry)).toBe(false)
      },
      verified: ({ snapshot, passed, can }) => {
        expect(passed.at(-1)?.type === retry.type || passed.at(-1)?.output === 'verified').toBe(true)
        expect(snapshot().context.problem).toBeNull()
        expect(can(retry)).toBe(false)
      },
      mismatch: ({ snapshot, passed, can }) => {
        expect(['brokenChain', 'unlikeSeen']).toContain(snapshot().context.problem)
        expect(passed.map(({ output }) => output)).toContain(snapshot().context.problem)
        expect(can(retry)).toBe(false)
      },
      unavailable: ({ snapshot, can }) => {
        expect(snapshot().context.problem).toBeNull()
        expect(can(retry)).toBe(true)
      },
      failed: ({ snapshot, passed, can }) => {
        const failure = passed.findLast(({ type }) => type.startsWith('xstate.error'))
        const known = failure?.error instanceof Error && failure.error.name === 'CallRefused'
        expect(snapshot().context.refusal?.key ?? null).toBe(known ? 'dataNotFound' : null)
        expect(can(retry)).toBe(true)
      },
    },
  },
])

it('receipt: polls for the next tick at growing intervals, at least once a minute', async () => {
  const waits: { ms: number; end: () => void }[] = []
  const machine = receiptMachine.provide({
    actors: {
      loadReceipt: fromPromise(async ({ input }) => {
        if (input.quiet) throw unanswered
        return receipt as unknown as Receipt
      }),
      checkReceipt: fromPromise(async (): Promise<ReceiptVerdict> => 'early'),
    },
  })
  const clock = {
    setTimeout: (end: () => void, ms: number) => waits.push({ ms, end }),
    clearTimeout: () => {},
  }
  const actor = createActor(machine, { input: { id: 'order-00000001' }, clock })
  actor.start()
  for (let look = 1; look <= 8; look++) {
    await expect.poll(() => waits.length).toBe(look)
    waits.at(-1)?.end()
  }
  expect(waits.map(({ ms }) => ms)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000))
  expect(LOOK_MS_MAX).toBe(60_000)
  actor.stop()
})
