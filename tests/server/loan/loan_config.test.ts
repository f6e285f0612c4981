import { expect, it } from 'vitest'
import * as api from '../../../src/api/loan.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { MINUTE_DAYS } from './support.ts'

describeServer(
  'lh/loan/config',
  (server) => {
    it('says what is on offer and what it costs', async () => {
      const { token } = await server.person()
      const { agreement, ...offer } = await server.ok(api.config, {}, token)
      expect(agreement).toMatchObject({ slug: 'loans', title: 'Loan agreement', version: 4 })
      expect(offer).toEqual({
        currency: 'USDT',
        min: '100',
        max: '10000',
        left: '20000.000000',
        cycles: [
          { days: 7, ratePpm: 500, yearlyBps: 1825 },
          { days: 14, ratePpm: 440, yearlyBps: 1606 },
          { days: 30, ratePpm: 400, yearlyBps: 1460 },
          { days: 60, ratePpm: 360, yearlyBps: 1314 },
          { days: 90, ratePpm: 320, yearlyBps: 1168 },
        ],
        latePpm: 1_000,
        lateCapPpm: 100_000,
        collectAfterDays: 3,
        reminders: [3, 1],
        documentDays: 30,
        daySeconds: 60,
        reviewSeconds: 30,
        refusal: 'verifyNameFirst',
      })
      expect(await server.call(api.config)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS, databases: sqliteAlone },
)
