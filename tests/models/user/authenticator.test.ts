import { expect } from 'vitest'
import type { Authenticator } from '../../../src/api/account/safe.ts'
import { authenticatorMachine } from '../../../src/machines/user/authenticator.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const unbound: Authenticator = { bound: false, recoveryCodesLeft: 0, offer: null, recoveryCodes: null }
const offered = { ...unbound, offer: { secret: 'KEY', uri: 'otpauth://totp/Quoin:ada?secret=KEY' } }
const recovery = { ...unbound, bound: true, recoveryCodesLeft: 10, recoveryCodes: ['AAAAA-BBBBB'] }
const bound = { ...recovery, recoveryCodes: null }

const submit = { type: 'authenticator.submit' } as const
const type = (field: string, value: string) => ({ type: 'authenticator.change', field, value })
const endings = (id: string, output: Authenticator) => [
  done(id, output),
  failed(id, refused(id === 'offerAuthenticator' ? 'wrongPassword' : 'wrongAuthenticatorCode')),
  failed(id, unanswered),
]

const events = [
  type('password', 'Analytical 1'),
  type('code', '123 456'),
  submit,
  { type: 'authenticator.cancel' },
  { type: 'authenticator.keptCodes' },
  done('load', unbound),
  done('load', bound),
  ...endings('offerAuthenticator', offered),
  ...endings('bindAuthenticator', recovery),
  ...endings('unbindAuthenticator', unbound),
]

const states: Walk<typeof authenticatorMachine>['states'] = {
  '*': ({ snapshot }) => {
    const { authenticator } = snapshot().context
    const now = snapshot()
    // Secrets are kept while they show, and no longer.
    expect(authenticator?.offer ?? null).toEqual(now.hasTag('offered') ? offered.offer : null)
    expect(authenticator?.recoveryCodes ?? null).toEqual(now.hasTag('recovery') ? recovery.recoveryCodes : null)
  },
  loading: ({ effects }) => {
    expect(effects.get('load')?.src).toBe('loadAuthenticator')
  },
  unbound: (run) => {
    const { snapshot, passed } = run
    const { form, errors, failure } = snapshot().context
    if (/offerAuthenticator$/.test(passed.at(-1)?.type ?? '')) expectFailure(run, 'password')
    const [before, last] = passed.slice(-2).map(({ type }) => type)
    if (last === 'authenticator.cancel' && before?.endsWith('bindAuthenticator')) expect(failure).toBeNull()
    if (passed.at(-1)?.type !== submit.type) return
    expect(form.address).toBeNull()
    expect(errors).toEqual({ password: { key: 'passwordLength' } })
  },
  offering: ({ snapshot, effects, can }) => {
    const { address, password } = snapshot().context.form
    expect(effects.get('offerAuthenticator')?.input).toEqual({ address, password, code: '' })
    if (address === null) expect(password).toBe('Analytical 1')
    expect(snapshot().hasTag('busy')).toBe(true)
    expect(can(submit)).toBe(false)
  },
  offered: (run) => {
    const { snapshot, passed } = run
    expect(snapshot().context.form.password).toBe('')
    expectFailure(run, 'code')
    if (passed.at(-1)?.error) expect(snapshot().context.form.code).toBe('123 456')
    if (passed.at(-1)?.type === submit.type) {
      expect(snapshot().context.errors).toEqual({ code: { key: 'authenticatorCodeRequired' } })
    }
  },
  binding: ({ effects, can }) => {
    expect(effects.get('bindAuthenticator')?.input).toEqual({ code: '123 456' })
    expect(can(submit)).toBe(false)
    expect(can({ type: 'authenticator.cancel' })).toBe(false)
  },
  recovery: ({ snapshot }) => {
    expect(snapshot().context.form.code).toBe('')
  },
  bound: (run) => {
    const { snapshot, passed } = run
    expect(snapshot().context.authenticator).toEqual(bound)
    expectFailure(run, 'code')
    if (passed.at(-1)?.type !== submit.type) return
    const { form, errors } = snapshot().context
    const { address, password, code } = form
    expect(errors.password?.key).toBe(address === null && password === '' ? 'passwordLength' : undefined)
    expect(errors.code?.key).toBe(code === '' ? 'authenticatorCodeRequired' : undefined)
  },
  unbinding: ({ snapshot, effects }) => {
    const { form } = snapshot().context
    expect(form.code).toBe('123 456')
    expect(effects.get('unbindAuthenticator')?.input).toEqual(form)
  },
}
const distinct: Walk<typeof authenticatorMachine>['distinct'] = ({ form, errors }) => [form, errors]
// Values without a visible field are not typed.
const canHappen: Walk<typeof authenticatorMachine>['canHappen'] = (event, snapshot) =>
  !('field' in event) || snapshot.hasTag('bound') || snapshot.hasTag(event.field === 'code' ? 'offered' : 'unbound')

testMachine(authenticatorMachine, [
  { shows: 'asks for the password', input: () => ({ address: null }), events, distinct, canHappen, states },
  {
    shows: 'asks the wallet where there is no password',
    input: () => ({ address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
    events: events.filter((event) => !('field' in event && event.field === 'password')),
    distinct,
    canHappen,
    states,
  },
])
