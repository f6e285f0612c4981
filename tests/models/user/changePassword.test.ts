import { expect } from 'vitest'
import { changePasswordMachine } from '../../../src/machines/user/changePassword.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const submit = { type: 'changePassword.submit' } as const
const type = (field: string, value: string) => ({ type: 'changePassword.change', field, value })
const right = { old: 'Analytical 1', next: 'Difference 2', confirm: 'Difference 2' }

const endings = [
  submit,
  done('changePassword', null),
  failed('changePassword', refused('wrongOldPassword')),
  failed('changePassword', unanswered),
]

const states = (code: string): Walk<typeof changePasswordMachine>['states'] => ({
  '*': ({ snapshot, begun, passed }) => {
    const { form } = snapshot().context
    const typed = (field: string) => passed.findLast((event) => event.field === field)?.value ?? ''
    const kept = { old: typed('old'), next: typed('next'), confirm: typed('confirm'), code: typed('code') }
    expect(form).toEqual(snapshot().hasTag('done') ? { old: '', next: '', confirm: '', code: '' } : kept)
    for (const { input } of begun) expect(input).toEqual({ ...right, code })
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
    const missing = code !== '' && form.code === ''
    expect(errors.code?.key).toBe(missing ? 'authenticatorCodeRequired' : undefined)
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
})
const distinct: Walk<typeof changePasswordMachine>['distinct'] = ({ form, errors }) => [form, errors]
const typing = Object.entries(right).map(([field, value]) => type(field, value))

testMachine(changePasswordMachine, [
  {
    shows: 'sends a whole change once, keeps what was typed until it stands, and drops it then',
    input: () => ({ authenticator: false }),
    events: [...typing, type('old', '12345'), ...endings],
    distinct,
    states: states(''),
  },
  {
    shows: 'asks for the code of an authenticator that is bound',
    input: () => ({ authenticator: true }),
    events: [...typing, type('code', '123456'), ...endings],
    distinct,
    states: states('123456'),
  },
  {
    shows: 'asks for the code of one that was bound since, once the server does',
    input: () => ({ authenticator: false }),
    events: [
      ...typing,
      type('code', '123456'),
      submit,
      done('changePassword', null),
      failed('changePassword', refused('authenticatorCodeRequired')),
    ],
    distinct: ({ form, errors, authenticator }) => [form, errors, authenticator],
    states: {
      '*': ({ snapshot, passed }) => {
        const wasAsked = passed.some((event) => 'error' in event)
        expect(snapshot().context.authenticator).toBe(wasAsked)
      },
      open: (run) => {
        expectFailure(run, 'code')
        const { context } = run.snapshot()
        if (run.passed.at(-1)?.type !== submit.type) return
        const missing = context.authenticator && context.form.code === ''
        expect(context.errors.code?.key).toBe(missing ? 'authenticatorCodeRequired' : undefined)
      },
    },
  },
])
