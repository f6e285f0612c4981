import { expect, it } from 'vitest'
import { spotCommands } from '../../../server/spot/switches.ts'
import * as api from '../../../src/api/trade/spot.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { spotOrder } from './support.ts'

describeServer(
  'the operator’s commands on spot orders',
  (server) => {
    const operator = (name: string, ...args: string[]) => {
      const command = spotCommands.find((each) => each.name === `spot ${name}`)
      if (!command) throw new Error(`no command ${name}`)
      return command.run({ platform: server.platform, who: 'ann', args, tell: () => {}, options: { why: 'a test' } })
    }

    it('halt orders and sells, list halts, and resume; each act is in the audit log', async () => {
      const { token } = await server.person()
      await price(server, '40000.00')
      const refusal = async (change = {}) => {
        const answer = await server.call(api.trade, spotOrder(change), token)
        return 'key' in answer ? answer.key : 'ok'
      }
      await operator('halt', 'all')
      expect(await refusal()).toBe('tradingClosed')
      expect(await operator('halts')).toMatchObject([{ scope: 'all' }])
      await operator('resume', 'all')
      await operator('hoard', 'BTCUSDT')
      expect([await refusal(), await refusal({ side: 'sell' })]).toEqual(['ok', 'hoardingActive'])
      expect(await operator('hoardings')).toMatchObject([{ scope: 'BTCUSDT' }])
      await operator('unhoard', 'BTCUSDT')
      expect(await refusal({ side: 'sell' })).toBe('insufficientBalance')
      await expect(operator('hoard', 'all')).rejects.toThrow('there is no pair all')
      const acts = await server.platform.db.selectFrom('audit').select('act').orderBy('id').execute()
      expect(acts.map(({ act }) => act)).toEqual(
        ['halt all', 'resume all', 'hoard BTCUSDT', 'unhoard BTCUSDT'].map((act) => `spot ${act}`),
      )
    })
  },
  { databases: sqliteAlone },
)
