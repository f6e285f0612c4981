import { expect } from 'vitest'
import type { Authenticator } from '../../src/api/safe.ts'
import { twoFactorMachine } from '../../src/machines/twoFactor.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine, type Walk } from './coverage.ts'

const unbound: Authenticator = { bound: false, recoveryCodesLeft: 0, offer: null, recoveryCodes: null }
const offered = { ...unbound, offer: { secret: 'KEY', uri: 'otpauth://totp/Quoin:ada?secret=KEY' } }
const recovery = { ...unbound, bound: true, recoveryCodesLeft: 10, recoveryCodes: ['AAAAA-BBBBB'] }
const bound = { ...recovery, recoveryCodes: null }

const submit = { type: 'twoFactor.submit' } as const
const type = (field: string, value: string) => ({ type: 'twoFactor.change', field, value })
const endings = (id: string, output: Authenticator) => [
  done(id, output),
  failed(id, refused(id === 'offerAuthenticator' ? 'wrongPassword' : 'wrongAuthenticatorCode')),
  failed(id, unanswered),
]

const events = [
  type('password', 'Analytical 1'),
  type('code', '123 456'),
  submit,
  { type: 'twoFactor.cancel' },
  { type: 'twoFactor.keptCodes' },
  { type: 'twoFactor.retry' },
  done('loadAuthenticator', unbound),
  done('loadAuthenticator', bound),
  failed('loadAuthenticator', unanswered),
  ...endings('offerAuthenticator', offered),
  ...endings('bindAuthenticator', recovery),
  ...endings('unbindAuthenticator', unbound),
]

const states: Walk<typeof twoFactorMachine>['states'] = {
  '*': ({ snapshot }) => {
    const { authenticator } = snapshot().context
    const now = snapshot()
    // Secrets are kept while they show, and no longer.
    expect(authenticator?.offer ?? null).toEqual(now.hasTag('offered') ? offered.offer : null)
    expect(authenticator?.recoveryCodes ?? null).toEqual(now.hasTag('recovery') ? recovery.recoveryCodes : null)
  },
  loading: ({ effects }) => {
    expect(effects.has('loadAuthenticator')).toBe(true)
  },
  failed: ({ can }) => {
    expect(can({ type: 'twoFactor.retry' })).toBe(true)
  },
  'unbound.editing': ({ snapshot, passed }) => {
    const { address, errors } = snapshot().context
    if (passed.at(-1)?.type !== submit.type) return
    expect(address).toBeNull()
    expect(errors).toEqual({ password: { key: 'passwordLength' } })
  },
  'unbound.refused': ({ snapshot }) => {
    expect(snapshot().context.refusal?.key).toBe('wrongPassword')
  },
  'unbound.networkFailed': ({ snapshot }) => {
    const { address, password, refusal } = snapshot().context
    expect([password, refusal]).toEqual([address === null ? 'Analytical 1' : password, null])
  },
  offering: ({ snapshot, effects, can }) => {
    const { address, password } = snapshot().context
    expect(effects.get('offerAuthenticator')?.input).toEqual({ address, password, code: '' })
    expect(snapshot().hasTag('busy')).toBe(true)
    expect(can(submit)).toBe(false)
  },
  'offered.editing': ({ snapshot, passed }) => {
    expect(snapshot().context.password).toBe('')
    if (passed.at(-1)?.type === submit.type) {
      expect(snapshot().context.errors).toEqual({ code: { key: 'authenticatorCodeRequired' } })
    }
  },
  'offered.refused': ({ snapshot }) => {
    expect(snapshot().context).toMatchObject({ code: '123 456', refusal: { key: 'wrongAuthenticatorCode' } })
  },
  binding: ({ effects, can }) => {
    expect(effects.get('bindAuthenticator')?.input).toEqual({ code: '123 456' })
    expect(can(submit)).toBe(false)
    expect(can({ type: 'twoFactor.cancel' })).toBe(false)
  },
  recovery: ({ snapshot }) => {
    expect(snapshot().context.code).toBe('')
  },
  'bound.editing': ({ snapshot, passed }) => {
    expect(snapshot().context.authenticator).toEqual(bound)
    if (passed.at(-1)?.type !== submit.type) return
    const { address, password, code, errors } = snapshot().context
    expect(errors.password?.key).toBe(address === null && password === '' ? 'passwordLength' : undefined)
    expect(errors.code?.key).toBe(code === '' ? 'authenticatorCodeRequired' : undefined)
  },
  'bound.refused': ({ snapshot }) => {
    expect(snapshot().context.refusal?.key).toBe('wrongAuthenticatorCode')
  },
  unbinding: ({ snapshot, effects }) => {
    const { address, password, code } = snapshot().context
    expect(code).toBe('123 456')
    expect(effects.get('unbindAuthenticator')?.input).toEqual({ address, password, code })
  },
}
const distinct: Walk<typeof twoFactorMachine>['distinct'] = ({ password, code, errors }) => [password, code, errors]
// What has no field on the page at a time is not typed then.
const canHappen: Walk<typeof twoFactorMachine>['canHappen'] = (event, snapshot) =>
  !('field' in event) || snapshot.hasTag('bound') || snapshot.hasTag(event.field === 'code' ? 'offered' : 'unbound')

testMachine(twoFactorMachine, [
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
