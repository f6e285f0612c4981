import { expect } from 'vitest'
import { recordsFileMachine } from '../../../src/machines/money/recordsFile.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const save = { type: 'file.save' } as const

testMachine(recordsFileMachine, [
  {
    shows: 'saves one file at a time, and again after a failure',
    input: () => ({ currency: 'BTC' }),
    events: [save, done('saveRecords'), failed('saveRecords', unanswered)],
    states: {
      '*': ({ begun }) => {
        for (const { input } of begun) expect(input).toEqual({ currency: 'BTC' })
      },
      saving: ({ can, snapshot }) => expect([can(save), snapshot().hasTag('busy')]).toEqual([false, true]),
      failed: ({ can, snapshot }) => expect([can(save), snapshot().hasTag('failed')]).toEqual([true, true]),
    },
  },
])
