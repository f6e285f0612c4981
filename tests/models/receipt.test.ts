import { expect } from 'vitest'
import { receiptMachine } from '../../src/machines/receipt.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

const receipt = { order: { id: 'order-00000001' }, previousHash: null, before: null, ticks: [], after: null }
const retry = { type: 'receipt.retry' } as const

testMachine(receiptMachine, [
  {
    shows: 'shows a receipt as verified only where this device has checked it',
    input: () => ({ id: 'order-00000001' }),
    events: [
      done('loadReceipt', receipt),
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
    distinct: ({ problem, refusal }) => [problem, refusal?.key],
    states: {
      '*': ({ snapshot }) => {
        expect(snapshot().hasTag('loading')).toBe(snapshot().matches('loading'))
        const ended = ['verified', 'mismatch', 'unavailable'].some((state) => state === snapshot().value)
        expect(snapshot().hasTag('checked')).toBe(ended)
      },
      loading: ({ effects }) => {
        expect(effects.get('loadReceipt')?.input).toEqual({ id: 'order-00000001' })
      },
      checking: ({ effects }) => {
        expect(effects.get('checkReceipt')?.input).toEqual({ receipt })
      },
      early: ({ snapshot, can, actor }) => {
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(1000)
        expect(snapshot().context.problem).toBeNull()
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
