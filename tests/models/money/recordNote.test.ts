import { expect } from 'vitest'
import { recordNoteMachine } from '../../../src/machines/money/recordNote.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const type = (value: string) => ({ type: 'note.change', value }) as const
const save = { type: 'note.save' } as const

testMachine(recordNoteMachine, [
  {
    shows: 'saves a changed note on one line once, keeps what was typed until then, and shows that it is saved',
    input: () => ({ id: 'record-1', note: 'Rent' }),
    events: [
      type(' Rent\nMay '),
      type('Rent'),
      save,
      done('writeNote', null),
      failed('writeNote', refused('dataNotFound')),
      failed('writeNote', unanswered),
    ],
    distinct: ({ form, saved }) => [form.text, saved],
    states: {
      '*': ({ snapshot, begun }) => {
        expect([' Rent May ', 'Rent May', 'Rent']).toContain(snapshot().context.form.text)
        for (const { src, input } of begun) {
          if (src !== 'writeNote') continue
          expect(input).toEqual({ id: 'record-1', text: expect.stringMatching(/^Rent( May)?$/) })
        }
      },
      open: (run) => {
        const { form, saved } = run.snapshot().context
        expectFailure(run)
        expect(run.can(save)).toBe(form.text.trim() !== saved)
      },
      saving: ({ can, snapshot }) => {
        expect([can(save), can(type('Later')), snapshot().hasTag('busy')]).toEqual([false, false, true])
        expect(snapshot().context.failure).toBeNull()
      },
      saved: ({ can, snapshot }) => {
        const { form, saved } = snapshot().context
        expect([form.text, can(save), can(type('Later'))]).toEqual([saved, false, true])
      },
    },
  },
])
