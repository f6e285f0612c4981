import { expect } from 'vitest'
import type { PasskeyList } from '../../../src/api/account/passkeys.ts'
import { passkeysMachine } from '../../../src/machines/user/passkeys.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const phone = { id: 'passkey-1', name: 'My phone', createdAt: 1_700_000_000, usedAt: null }
const none: PasskeyList = { passkeys: [], authenticator: false, offer: null }
const one: PasskeyList = { ...none, passkeys: [phone] }
const guarded: PasskeyList = { ...one, authenticator: true }

const submit = { type: 'passkeys.submit' } as const
const cancel = { type: 'passkeys.cancel' } as const
const remove = { type: 'passkeys.remove', id: phone.id } as const
const type = (field: string, value: string) => ({ type: 'passkeys.change', field, value })

const emptyForm = { address: null, password: '', code: '', name: '' }

const expectErrors: Walk<typeof passkeysMachine>['states'][string] = (run) => {
  const { snapshot, passed, effects } = run
  const { form, errors, list } = snapshot().context
  expect(effects.size).toBe(0)
  const isDevices = snapshot().context.failure?.refusal?.key === 'passkeyRefused'
  expectFailure(run, isDevices ? null : 'password')
  // A code counts once: what the device refused has used it.
  if (isDevices) expect(form.code).toBe('')
  if (passed.at(-1)?.type !== submit.type) return
  expect(errors.password?.key).toBe(form.password === '' ? 'passwordLength' : undefined)
  expect(errors.code?.key).toBe(list?.authenticator && form.code === '' ? 'authenticatorCodeRequired' : undefined)
}

testMachine(passkeysMachine, [
  {
    shows: 'adds and removes a passkey after a proof, and keeps what was typed until then',
    input: () => ({ address: null }),
    events: [
      type('password', 'Analytical 1'),
      type('code', '123 456'),
      type('name', 'My phone'),
      { type: 'passkeys.add' },
      remove,
      submit,
      cancel,
      done('load', none),
      done('load', guarded),
      done('addPasskey', one),
      failed('addPasskey', refused('wrongPassword')),
      failed('addPasskey', refused('passkeyRefused')),
      failed('addPasskey', unanswered),
      done('removePasskey', none),
      failed('removePasskey', refused('wrongPassword')),
      failed('removePasskey', unanswered),
    ],
    distinct: ({ form, errors, list }) => [form, errors, list?.authenticator],
    states: {
      loading: ({ effects }) => {
        expect(effects.get('load')?.src).toBe('loadPasskeys')
      },
      list: ({ snapshot }) => {
        const { form, errors, failure, list } = snapshot().context
        // The password is forgotten with its form.
        expect([form, errors, failure]).toEqual([emptyForm, {}, null])
        expect(list).not.toBeNull()
      },
      adding: expectErrors,
      removing: expectErrors,
      creating: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy') && snapshot().hasTag('adding')).toBe(true)
        expect(effects.get('addPasskey')?.input).toEqual(snapshot().context.form)
        expect(can(submit) || can(cancel)).toBe(false)
      },
      ending: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy') && snapshot().hasTag('removing')).toBe(true)
        expect(effects.get('removePasskey')?.input).toEqual({ ...snapshot().context.form, id: phone.id })
        expect(can(submit) || can(cancel)).toBe(false)
      },
    },
  },
])
