import { beforeAll, expect } from 'vitest'
import { cashInfo } from '../../../src/api/account/bank.ts'
import { bankCardMachine } from '../../../src/machines/user/bankCard.ts'
import { done } from '../../models/kit/paths.ts'
import { bankCard } from '../bank/card.ts'
import { PASSWORD } from '../security/support.ts'
import { byLock, effectsOf, endings, type MakeClient, person, typing } from './support.ts'
import { describeFlows, type Line, openLine, testFlow } from './walk.ts'

const card = { ...bankCard, cardNumber: '••••5432', updatedAt: 1 }
const typed = { ...bankCard, password: PASSWORD }
const fields = Object.entries(typed).flatMap(([field, value]) => (value === '' ? [] : [field as keyof typeof typed]))

describeFlows('the account ownership flows, over HTTP', (server) => {
  let opened: Line
  beforeAll(async () => {
    opened = await openLine(server)
  })
  const line = () => opened

  testFlow(server, line, {
    shows: 'saving a bank card',
    machine: bankCardMachine,
    input: () => ({ address: null }),
    events: [
      done('load', { card: null, authenticator: false, countries: ['GB'] }),
      ...typing('bankCard.change', Object.fromEntries(fields.map((field) => [field, typed[field]]))),
      { type: 'bankCard.submit' },
      ...endings('saveBankCard', { card, authenticator: false }),
      { type: 'bankCard.edit' },
      { type: 'bankCard.cancel' },
    ],
    // One field after the other is enough, with a look at the saved values.
    canHappen: (event, { context: { form } }) =>
      event.type !== 'bankCard.change' || fields.find((field) => form[field] === '') === event.field,
    distinct: ({ form, card }) => [form, card === null],
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      makeClient(() => token)
      return {
        actors: effectsOf(bankCardMachine),
        input: { address: null },
        ...byLock(server, id),
        expectSaid: async ({ context }) => {
          const { card: kept } = await server.ok(cashInfo, {}, token)
          expect(kept).toEqual(context.card)
        },
      }
    },
  })
})
