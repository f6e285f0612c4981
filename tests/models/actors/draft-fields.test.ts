import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bankFields } from '../../../src/rules/account/bank.ts'

const files = import.meta.glob<Record<string, unknown>>('../../../src/machines/**/*.ts', { eager: true })

type Draft = { name: string; stored: readonly string[]; held: readonly string[]; beside: readonly string[] }
const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null && 'keeping' in value

const drafts = Object.values(files).flatMap((file) => Object.values(file).filter(isDraft))

/** What each form writes to the device's storage, and what it keeps in memory only. A new field is added here, too. */
const kept: Record<string, { stored: string[]; memory: string[] }> = {
  address: { stored: ['network', 'address', 'label'], memory: [] },
  alert: { stored: ['side', 'price'], memory: [] },
  authenticator: { stored: [], memory: ['password', 'code'] },
  bankCard: { stored: [], memory: [...bankFields, 'password', 'code'] },
  changePassword: { stored: [], memory: ['old', 'next', 'confirm', 'code'] },
  chatMessage: { stored: ['text'], memory: ['photo'] },
  deposit: { stored: ['currency', 'network', 'amount'], memory: ['confirmed', 'proof', 'proofId'] },
  email: { stored: [], memory: ['email', 'newCode', 'oldCode', 'password', 'code'] },
  forex: { stored: ['lots'], memory: [] },
  forget: { stored: ['channel', 'areaCode', 'address'], memory: ['code', 'next', 'confirm'] },
  kyc: { stored: [], memory: ['country', 'firstName', 'lastName', 'certificate', 'number', 'photos', 'ids'] },
  lever: { stored: ['quantity', 'leverage'], memory: [] },
  loan: { stored: ['amount', 'days'], memory: ['photos', 'ids', 'agreed'] },
  microtrade: { stored: ['currency', 'seconds', 'amount'], memory: [] },
  payPassword: { stored: [], memory: ['old', 'next', 'confirm', 'password', 'code', 'emailCode', 'mode'] },
  plan: { stored: ['amount'], memory: [] },
  positionAct: { stored: ['quantity', 'takeProfit', 'stopLoss', 'amount'], memory: [] },
  recordNote: { stored: ['text'], memory: [] },
  register: {
    stored: ['username', 'channel', 'areaCode', 'address', 'inviteCode'],
    memory: ['password', 'confirm', 'code', 'accepted'],
  },
  repayment: { stored: ['amount', 'all'], memory: [] },
  savings: { stored: ['product', 'amount', 'renew'], memory: [] },
  service: { stored: ['email', 'text'], memory: [] },
  signIn: { stored: ['username'], memory: ['password'] },
  spot: { stored: ['quantity'], memory: [] },
  strategy: { stored: ['amount', 'days', 'grids'], memory: [] },
  swap: { stored: ['from', 'to', 'amount'], memory: [] },
  takeData: { stored: [], memory: ['password', 'code'] },
  withdrawal: { stored: ['currency', 'addressId', 'amount'], memory: [] },
}

it('draft: each form stores the fields that are listed here, and no others', () => {
  const found = drafts.map(({ name, stored, held, beside }) => [name, { stored, memory: [...held, ...beside] }])
  expect(Object.fromEntries(found)).toEqual(kept)
})

it('draft: each is exported, so that this list knows it', () => {
  const root = join(import.meta.dirname, '../../../src')
  const declared = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/= draftOf</g) ?? [])
  expect(declared).toHaveLength(drafts.length)
})
