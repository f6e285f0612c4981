import { expect } from 'vitest'
import { serviceFormMachine } from '../../../src/machines/user/serviceForm.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const email = { type: 'service.change', field: 'email', value: ' ada@example.com ' } as const
const text = { type: 'service.change', field: 'text', value: ' Why? ' } as const

testMachine(serviceFormMachine, [
  {
    shows: 'sends a question once, keeps it where no answer came, and begins another',
    input: () => ({ clientId: 'first' }),
    events: [
      ...[email, text],
      { type: 'service.submit' },
      { type: 'service.again', clientId: 'second' },
      done('writeService', { mailed: true }),
      done('writeService', { mailed: false }),
      failed('writeService', unanswered),
      failed('writeService', refused('wrongEmail')),
      failed('writeService', refused('textRequired')),
      failed('writeService', refused('tooManyRequests', { seconds: '60' })),
    ],
    canHappen: ({ type }, snapshot) => type !== 'service.again' || snapshot.matches('done'),
    distinct: ({ form, errors, clientId, mailed }) => [form.email, form.text, Object.keys(errors), clientId, mailed],
    states: {
      sending: ({ effects, snapshot }) => {
        const { clientId, failure } = snapshot().context
        expect(effects.get('writeService')?.input).toEqual({ clientId, email: 'ada@example.com', text: 'Why?' })
        expect(failure).toBeNull()
      },
      open: ({ snapshot, passed }) => {
        const { form, errors, failure, clientId } = snapshot().context
        const last = passed.at(-1)
        if (last?.type === 'service.submit') {
          expect(Object.keys(errors)).toEqual(
            [form.email === '' && 'email', form.text === '' && 'text'].filter((field) => field !== false),
          )
        }
        if (last?.type === 'service.again') {
          expect([form.text, form.email, clientId]).toEqual(['', email.value, 'second'])
        }
        const key = failure?.refusal?.key
        if (failure) expect(failure.field).toBe(key === 'wrongEmail' ? 'email' : key === 'textRequired' ? 'text' : null)
      },
      done: ({ snapshot }) => {
        expect(snapshot().context.mailed).not.toBeNull()
      },
    },
  },
])
