import { expect } from 'vitest'
import { ordersFileMachine } from '../../../src/machines/trade/ordersFile.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const save = { type: 'file.save' } as const

testMachine(ordersFileMachine, [
  {
    shows: 'saves one file at a time, and again after a failure',
    input: () => ({ kind: 'lever' as const }),
    events: [save, done('saveOrders'), failed('saveOrders', unanswered)],
    states: {
      '*': ({ begun }) => {
        for (const { input } of begun) expect(input).toEqual({ kind: 'lever' })
      },
      saving: ({ can, snapshot }) => expect([can(save), snapshot().hasTag('busy')]).toEqual([false, true]),
      failed: ({ can, snapshot }) => expect([can(save), snapshot().hasTag('failed')]).toEqual([true, true]),
    },
  },
])
