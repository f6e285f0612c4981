import { expect } from 'vitest'
import { takeDataMachine } from '../../../src/machines/user/takeData.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const submit = { type: 'takeData.submit' } as const
const type = (field: string, value: string) => ({ type: 'takeData.change', field, value })
const endings = [
  submit,
  done('takeData', undefined),
  failed('takeData', refused('wrongPassword')),
  failed('takeData', unanswered),
]
const states: Walk<typeof takeDataMachine>['states'] = {
  open: (run) => {
    const { snapshot, passed } = run
    expectFailure(run, 'password')
    const { form, authenticator, errors } = snapshot().context
    const { address, password, code } = form
    expect(password).toBe(passed.findLast((event) => event.field === 'password')?.value ?? '')
    if (passed.at(-1)?.type !== submit.type) return
    expect(errors.password?.key).toBe(address === null && password === '' ? 'passwordLength' : undefined)
    expect(errors.code?.key).toBe(authenticator && code === '' ? 'authenticatorCodeRequired' : undefined)
  },
  taking: ({ snapshot, effects, can }) => {
    expect(effects.get('takeData')?.input).toEqual(snapshot().context.form)
    expect(can(submit)).toBe(false)
  },
  done: ({ snapshot, can }) => {
    expect(snapshot().context.form).toMatchObject({ password: '', code: '' })
    expect(can(submit)).toBe(false)
  },
}
const distinct: Walk<typeof takeDataMachine>['distinct'] = ({ form, errors }) => [form, errors]

testMachine(takeDataMachine, [
  {
    shows: 'asks for the password',
    input: () => ({ address: null, authenticator: false }),
    events: [type('password', 'Analytical 1'), ...endings],
    distinct,
    states,
  },
  {
    shows: 'asks for the code of an authenticator too',
    input: () => ({ address: null, authenticator: true }),
    events: [type('password', 'Analytical 1'), type('code', '123456'), ...endings],
    distinct,
    states,
  },
  {
    shows: 'asks a wallet',
    input: () => ({ address: '0x52908400098527886E0F7030069857D2E4169EE7', authenticator: false }),
    events: endings,
    distinct,
    states,
  },
])
