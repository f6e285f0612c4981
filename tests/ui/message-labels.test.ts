import { expect, it } from 'vitest'
import type { UserMessage } from '../../src/api/account/user.ts'
import { isNews } from '../../src/ui/pages/inbox/message-labels.ts'

const message = (change: Partial<UserMessage>): UserMessage => ({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  kind: 'settlement',
  key: 'planEnded',
  params: {},
  text: null,
  at: 1,
  readAt: null,
  ...change,
})

it('shows a notice of a message that comes unread, and not of what the orders show by themselves', () => {
  expect(isNews(message({}))).toBe(true)
  expect(isNews(message({ kind: 'operator', key: null, text: 'Hello.' }))).toBe(true)
  expect(isNews(message({ readAt: 2 }))).toBe(false)
  for (const key of [
    'optionWon',
    'optionLost',
    'optionReturned',
    'contractStopped',
    'contractLiquidated',
    'contractLiquidatedForFee',
    'spotBought',
  ]) {
    expect(isNews(message({ key }))).toBe(false)
  }
  expect(isNews(message({ key: 'contractOpened' }))).toBe(true)
})

it('message words: lays no notice over the recovery codes of who has just bound an authenticator', () => {
  for (const key of ['authenticatorAdded', 'authenticatorRemoved'])
    expect(isNews(message({ kind: 'security', key }))).toBe(false)
  expect(isNews(message({ kind: 'security', key: 'payPasswordChanged' }))).toBe(true)
})
