import { expect } from 'vitest'
import { changePasswordMachine } from '../../src/machines/user/changePassword.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'
import { expectFailure } from './failures.ts'

const submit = { type: 'changePassword.submit' } as const
const type = (field: string, value: string) => ({ type: 'changePassword.change', field, value })
const right = { old: 'Analytical 1', next: 'Difference 2', confirm: 'Difference 2' }

testMachine(changePasswordMachine, [
  {
    shows: 'sends a whole change once, keeps what was typed until it stands, and drops it then',
    events: [
      ...Object.entries(right).map(([field, value]) => type(field, value)),
      type('old', '12345'),
      submit,
      done('changePassword', null),
      failed('changePassword', refused('wrongOldPassword')),
      failed('changePassword', unanswered),
    ],
    distinct: ({ form, errors }) => [form, errors],
    states: {
      '*': ({ snapshot, begun, passed }) => {
        const { old, next, confirm } = snapshot().context.form
        const typed = (field: string) => passed.findLast((event) => event.field === field)?.value ?? ''
        const expected = snapshot().hasTag('done') ? ['', '', ''] : [typed('old'), typed('next'), typed('confirm')]
        expect([old, next, confirm]).toEqual(expected)
        for (const { input } of begun) expect(input).toEqual(right)
      },
      open: (run) => {
        const { snapshot, passed, can } = run
        expectFailure(run, 'old')
        expect(can(submit)).toBe(true)
        if (passed.at(-1)?.type !== submit.type) return
        const { errors, form } = snapshot().context
        const { old, next, confirm } = form
        expect(errors.old?.key).toBe(old === right.old ? undefined : 'passwordLength')
        expect(errors.next?.key).toBe(next === '' ? 'passwordLength' : undefined)
        expect(errors.confirm?.key).toBe(next === confirm ? undefined : 'passwordsInconsistent')
      },
      submitting: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy')).toBe(true)
        expect(snapshot().context.failure).toBeNull()
        expect(effects.has('changePassword')).toBe(true)
        expect(can(submit)).toBe(false)
      },
      done: ({ can }) => {
        expect(can(submit)).toBe(false)
      },
    },
  },
])
