import { decideDeposit } from '../../../server/deposit/decide.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { log } from '../../../src/api/money/deposit.ts'
import { depositMachine } from '../../../src/machines/orders/deposit.ts'
import { describeServer } from '../harness.ts'
import { walkOrder } from '../kit/walk-order.ts'
import { announce, newest, SECRET, say, wordOf } from './support.ts'

describeServer(
  'the life of a deposit, along each path of its machine',
  (server) => {
    walkOrder(server, {
      kind: 'deposit',
      machine: depositMachine,
      events: [
        { type: 'deposit.accept' },
        { type: 'deposit.refuse' },
        { type: 'deposit.confirm' },
        { type: 'deposit.differ' },
      ],
      list: log,
      place: async (_, token) => (await announce(server, token)).id,
      happen: async (_, { id, token }, { type }) => {
        const now = await newest(server, token)
        if (type === 'deposit.accept') await server.clock.advance(3_000)
        if (type === 'deposit.confirm') await say(server, wordOf(now))
        if (type === 'deposit.differ') await say(server, wordOf(now, { amount: '500.5' }))
        if (type === 'deposit.refuse') {
          await commit(server.platform, (unit) =>
            decideDeposit(unit, id, { accepted: false, reason: 'No such payment' }),
          )
        }
      },
      wallet: (states) => {
        const came = states.includes('differing') ? '10500.500000' : '10500.000000'
        return [states.at(-1) === 'succeeded' ? came : '10000.000000', '0.000000']
      },
    })
  },
  // The paper provider is silent: the server listens on no socket.
  { env: { PROVIDER_SECRET: SECRET, REVIEW_SECONDS: '1', CONFIRMATION_SECONDS: '0' } },
)
