import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/strategy.ts'
import { STRATEGIES_MAX } from '../../../src/rules/strategy/strategy.ts'
import { describeServer } from '../harness.ts'
import { usdt } from '../spot/support.ts'
import { buyOf, MINUTE_DAYS, recurring, started } from './support.ts'

describeServer.onSqlite(
  'strategy/config',
  (server) => {
    it('returns the available balance, the number of running strategies, and the length of a day', async () => {
      const { token } = await server.person()
      const of = () => server.ok(api.config, {}, token)
      expect(await of()).toEqual({ daySeconds: 60, available: '10000.000000', live: 0, max: STRATEGIES_MAX })
      await started(server, token, recurring())
      expect(await of()).toMatchObject({ live: 1, available: usdt(10_000_000_000n - buyOf().held) })
      expect(await server.call(api.config, {})).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
