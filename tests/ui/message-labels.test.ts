import { expect, it } from 'vitest'
import type { UserMessage } from '../../src/api/account/user.ts'
import { isNews, messageAct, messageLines, messageResult, resultText } from '../../src/ui/pages/inbox/message-labels.ts'

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

it('message words: show no notice over the recovery codes of a new authenticator', () => {
  for (const key of ['authenticatorAdded', 'authenticatorRemoved'])
    expect(isNews(message({ kind: 'security', key }))).toBe(false)
  expect(isNews(message({ kind: 'security', key: 'payPasswordChanged' }))).toBe(true)
})

it('message words: each about money or an order leads to what it asks for, and the others to nothing', () => {
  const actOf = (change: Partial<UserMessage>) => messageAct(message(change))?.label
  expect(actOf({ kind: 'loan', key: 'loanDueSoon' })).toBe('messages.act.repay')
  expect(actOf({ kind: 'loan', key: 'loanPaidOut' })).toBe('messages.act.loans')
  expect(actOf({ kind: 'funding', key: 'depositArrived' })).toBe('messages.act.deposits')
  expect(actOf({ kind: 'security', key: 'withdrawalAddressAdded' })).toBe('messages.act.security')
  expect(actOf({ kind: 'security', key: 'passwordChanged' })).toBe('messages.act.security')
  expect(actOf({ kind: 'support', key: 'supportAnswered' })).toBe('chat.open')
  expect(actOf({ kind: 'operator', key: null, text: 'Hello.' })).toBeUndefined()
})

it('message words: the first clause is the title, and what follows its details', () => {
  const linesOf = (text: string) => messageLines(message({ kind: 'operator', key: null, text }))
  expect(linesOf('Your deposit was credited: 500.00 USDT')).toEqual({
    title: 'Your deposit was credited',
    detail: '500.00 USDT',
  })
  expect(linesOf('Hello.\nWe have looked at it.')).toEqual({ title: 'Hello', detail: 'We have looked at it.' })
  expect(linesOf('您的充值已到账：500.00 USDT。谢谢')).toEqual({ title: '您的充值已到账', detail: '500.00 USDT。谢谢' })
  expect(linesOf('It rose to 43,126.09 at 15:24')).toEqual({
    title: 'It rose to 43,126.09 at 15:24',
    detail: undefined,
  })
})

it('message words: a result is returned less paid', () => {
  const resultOf = (change: Partial<UserMessage>) => messageResult(message(change))?.amount
  const paid = { paid: '107.53', amount: '94.88', currency: 'USDT' }
  expect(resultOf({ key: 'contractStopped', params: paid })).toBe('-12.650000')
  expect(resultOf({ key: 'optionLost', params: { amount: '120', currency: 'USDT' } })).toBe('-120.000000')
  expect(resultOf({ key: 'optionWon', params: { amount: '222', profit: '102', currency: 'USDT' } })).toBe('102.000000')
  expect(resultOf({ key: 'realNamePassed' })).toBeUndefined()
  expect(resultOf({ key: 'contractStopped', params: { currency: 'USDT' } })).toBeUndefined()
})

it('message words: a result has every digit that the message and its order have', () => {
  const figuresOf = (amount: string) => {
    const result = messageResult(message({ key: 'withdrawalArrived', params: { amount, currency: 'USDT' } }))
    return result && resultText(result, 'en')
  }
  expect(figuresOf('100.3995')).toBe('−100.3995')
  expect(figuresOf('100.5')).toBe('−100.50')
})
