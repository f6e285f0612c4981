import { beforeEach, expect, it } from 'vitest'
import { type AnyStateMachine, createActor, fromCallback, fromPromise, type InputFrom } from 'xstate'
import { addressBookMachine } from '../../../src/machines/money/addressBook.ts'
import { loanOrderMachine } from '../../../src/machines/money/loanOrder.ts'
import { leverActMachine } from '../../../src/machines/trade/leverAct.ts'
import { bankCardMachine } from '../../../src/machines/user/bankCard.ts'
import { payPasswordMachine } from '../../../src/machines/user/payPassword.ts'
import { createDraftDevice } from '../kit/drafts.ts'
import { leverOrderOf } from '../kit/levers.ts'
import { owedLoan } from '../kit/loans.ts'

/** Effects that end at once with these outputs; the others never end. */
const ending = <M extends AnyStateMachine>(machine: M, outputs: Record<string, unknown> = {}): M =>
  machine.provide({
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors)
        .filter((src) => src !== 'keepDraft')
        .map((src) => [
          src,
          src.startsWith('watch') || src.startsWith('send')
            ? fromCallback(() => {})
            : fromPromise(() => (src in outputs ? Promise.resolve(outputs[src]) : new Promise(() => {}))),
        ]),
    ),
  }) as M

/** A form that is opened, once its effects have ended. */
async function open<M extends AnyStateMachine>(machine: M, outputs: Record<string, unknown>, input?: InputFrom<M>) {
  const actor = createActor(ending(machine, outputs) as M, { input } as never).start()
  await settle()
  return actor
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

let device: ReturnType<typeof createDraftDevice>
beforeEach(() => {
  device = createDraftDevice()
  device.open('ada')
})
/** The names of the forms that the device stores. */
const storedForms = () => Object.keys(JSON.parse(device.stored() ?? '{"forms":{}}').forms)

it('draft of a bank card: a replacement that was begun is open again, and never stored', async () => {
  const card = {
    realName: 'Ada Lovelace',
    payeeCountry: 'GB',
    phone: '+447911123456',
    recipientAddress: '12 St James’s Square',
    bankName: 'Example Bank',
    bankAddress: '1 Threadneedle Street',
    swiftCode: 'DEUTDEFF',
    routingNumber: '',
    username: 'A. Lovelace',
    cardNumber: '••••5432',
    updatedAt: 1_700_000_000,
  }
  const outputs = { loadBankCard: { card, authenticator: false, countries: ['GB'] } }
  const before = await open(bankCardMachine, outputs, { address: null })
  before.send({ type: 'bankCard.edit' })
  before.stop()
  const unchanged = await open(bankCardMachine, outputs, { address: null })
  expect(unchanged.getSnapshot().value).toBe('shown')
  unchanged.send({ type: 'bankCard.edit' })
  unchanged.send({ type: 'bankCard.change', field: 'cardNumber', value: '12345678' })
  unchanged.stop()
  const again = await open(bankCardMachine, outputs, { address: null })
  expect(again.getSnapshot().value).toBe('form')
  expect(again.getSnapshot().context.form).toMatchObject({ bankName: 'Example Bank', cardNumber: '12345678' })
  expect(storedForms()).toEqual([])
  again.send({ type: 'bankCard.cancel' })
  expect((await open(bankCardMachine, outputs, { address: null })).getSnapshot().value).toBe('shown')
})

it('draft of a transaction password: a reset goes on as one, and is never stored', async () => {
  const outputs = { loadPayPassword: { set: true, authenticator: false, email: 'a•••@quoin.test', sent: null } }
  const before = await open(payPasswordMachine, outputs, { address: null })
  before.send({ type: 'payPassword.setMode', mode: 'reset' })
  before.send({ type: 'payPassword.change', field: 'emailCode', value: '123456' })
  before.stop()
  const { context } = (await open(payPasswordMachine, outputs, { address: null })).getSnapshot()
  expect([context.mode, context.form.emailCode]).toEqual(['reset', '123456'])
  expect(storedForms()).toEqual([])
})

it('draft of an address: it outlasts its sheet and a reload, with its network and without its proof', async () => {
  const outputs = { addAddress: { id: 'address-1' } }
  const typeInto = (book: Awaited<ReturnType<typeof begin>>, field: 'address' | 'payPassword', value: string) =>
    book.send({ type: 'book.change', field, value })
  const begin = async (network: string) => {
    const book = await open(addressBookMachine, outputs)
    book.send({ type: 'book.new', network, authenticator: false })
    return book
  }
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const before = await begin('ethereum')
  typeInto(before, 'address', address)
  typeInto(before, 'payPassword', 'Money Leaves 1')
  device.open('ada')
  const again = await begin('tron')
  expect(again.getSnapshot().context.form).toMatchObject({ network: 'ethereum', address, payPassword: '' })
  typeInto(again, 'payPassword', 'Money Leaves 1')
  again.send({ type: 'book.add' })
  await settle()
  expect(again.getSnapshot().value).toBe('closed')
  expect((await begin('tron')).getSnapshot().context.form).toMatchObject({ network: 'tron', address: '' })
})

it('draft of a repayment: it outlasts a reload, and no outcome that is unknown', async () => {
  const outputs = {
    loadOrder: { value: { order: owedLoan('loan-1'), available: '2000.000000' }, asOf: null },
    submitOnce: { type: 'unknown' },
  }
  const begin = async (id: string) => {
    const loan = await open(loanOrderMachine, outputs, { id, newRequestId: () => 'request-id-of-loan-1' })
    loan.send({ type: 'loan.repay' })
    return loan
  }
  const before = await begin('loan-1')
  before.send({ type: 'loan.chooseAll', all: false })
  before.send({ type: 'loan.change', amount: '50' })
  device.open('ada')
  expect((await begin('loan-2')).getSnapshot().context.form).toEqual({ amount: '', all: true })
  const again = await begin('loan-1')
  expect(again.getSnapshot().context.form).toEqual({ amount: '50', all: false })
  again.send({ type: 'loan.confirm' })
  await settle()
  expect(again.getSnapshot().value).toBe('unknown')
  expect(storedForms()).toEqual([])
  again.send({ type: 'form.back' })
  await settle()
  expect(again.getSnapshot().context.form).toEqual({ amount: '', all: true })
})

it('draft of an act on a contract: it is of one act and contract, yields to what was dragged, and ends when sent', async () => {
  const order = leverOrderOf('lever-1')
  const begin = (form?: { stopLoss: string }) =>
    open(
      leverActMachine,
      { submitOnce: { type: 'done', answer: order } },
      { act: 'stops', order, ...(form && { form }), newRequestId: () => 'request-id-of-act-1' },
    )
  const before = await begin()
  expect(storedForms()).toEqual([])
  before.send({ type: 'act.change', change: { takeProfit: '42000', stopLoss: '39000' } })
  device.open('ada')
  expect(storedForms()).toEqual(['positionAct.stops.lever-1'])
  expect((await begin({ stopLoss: '39500' })).getSnapshot().context.form).toMatchObject({
    takeProfit: '42000',
    stopLoss: '39500',
  })
  const again = await begin()
  expect(again.getSnapshot().context.form).toMatchObject({ takeProfit: '42000', stopLoss: '39000' })
  again.send({ type: 'price.changed', now: { market: 'live', price: '40100.00' } })
  again.send({ type: 'act.confirm' })
  await settle()
  expect(again.getSnapshot().value).toBe('asked')
  expect(storedForms()).toEqual([])
})
