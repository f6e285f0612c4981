import { expect } from 'vitest'
import type { DueDocument } from '../../../src/api/account/news.ts'
import { agreementsMachine } from '../../../src/machines/session/agreements.ts'
import { refused } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const terms: DueDocument = { slug: 'terms', title: 'Terms', version: 2, hash: 'ab'.repeat(32), date: 1, before: true }
const next: DueDocument = { ...terms, version: 3, hash: 'cd'.repeat(32) }
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
      failed('agree', refused('dataNotFound')),
      done('loadAnew', [next]),
      done('loadAnew', []),
      failed('loadAnew', 'network'),
    ],
    distinct: ({ due, failed }) => [due, failed],
    states: {
      loading: ({ snapshot }) => expect(snapshot().hasTag('shown')).toBe(false),
      shown: ({ snapshot, can, passed }) => {
        const isRenewed = passed.some(({ output }) => Array.isArray(output) && output[0] === next)
        expect(snapshot().context).toEqual({
          due: [isRenewed ? next : terms],
          failed: passed.at(-1)?.type.includes('error') ?? false,
        })
        expect([can(agree), can(later)]).toEqual([true, true])
      },
      agreeing: ({ snapshot, effects, can }) => {
        expect(effects.get('agree')?.input).toEqual(snapshot().context.due)
        expect(snapshot().hasTag('busy')).toBe(true)
        // It is on its way: it cannot be put off, nor sent twice.
        expect([can(agree), can(later)]).toEqual([false, false])
      },
      renewing: ({ snapshot, can }) => {
        // The sheet stays, and an outdated version cannot be accepted.
        expect([snapshot().hasTag('shown'), can(agree)]).toEqual([true, false])
      },
      settled: ({ snapshot, can }) => {
        expect(snapshot().hasTag('shown')).toBe(false)
        expect(can(agree)).toBe(false)
      },
    },
  },
])
