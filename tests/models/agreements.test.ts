import { expect } from 'vitest'
import type { DueDocument } from '../../src/api/news.ts'
import { agreementsMachine } from '../../src/machines/session/agreements.ts'
import { done, failed, testMachine } from './coverage.ts'

const terms: DueDocument = { slug: 'terms', title: 'Terms', version: 2, hash: 'ab'.repeat(32), date: 1, before: true }
const agree = { type: 'agreements.agree' } as const
const later = { type: 'agreements.later' } as const

testMachine(agreementsMachine, [
  {
    shows: 'shows what has changed, and settles by a yes or another time',
    events: [
      done('loadDue', [terms]),
      done('loadDue', []),
      failed('loadDue', 'network'),
      agree,
      later,
      done('agree', undefined),
      failed('agree', 'network'),
    ],
    distinct: ({ due, failed }) => [due.length, failed],
    states: {
      loading: ({ snapshot }) => expect(snapshot().hasTag('shown')).toBe(false),
      shown: ({ snapshot, can, passed }) => {
        expect(snapshot().context).toEqual({ due: [terms], failed: passed.at(-1)?.type.includes('error') ?? false })
        expect([can(agree), can(later)]).toEqual([true, true])
      },
      agreeing: ({ snapshot, effects, can }) => {
        expect(effects.get('agree')?.input).toEqual([terms])
        expect(snapshot().hasTag('busy')).toBe(true)
        // It is on its way: it cannot be put off, nor sent twice.
        expect([can(agree), can(later)]).toEqual([false, false])
      },
      settled: ({ snapshot, can }) => {
        expect(snapshot().hasTag('shown')).toBe(false)
        expect(can(agree)).toBe(false)
      },
    },
  },
])
