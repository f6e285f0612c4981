import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/loan.ts'
import { DAILY_LIMIT } from '../../../src/rules/deposit/deposit.ts'
import {
  LOAN_DOCUMENT_DAYS,
  loanCycles,
  loanLateness,
  loanLimits,
  loanReminders,
} from '../../../src/rules/loan/loan.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { MINUTE_DAYS } from './support.ts'

describeServer(
  'lh/loan/config',
  (server) => {
    it('returns the terms on offer and their cost', async () => {
      const { token } = await server.person()
      const { agreement, ...offer } = await server.ok(api.config, {}, token)
      expect(agreement).toMatchObject({ slug: 'loans', title: 'Loan agreement' })
      expect(offer).toEqual({
        currency: 'USDT',
        ...loanLimits,
        left: `${DAILY_LIMIT}.000000`,
        cycles: loanCycles.map((cycle) => ({ ...cycle, yearlyBps: (cycle.ratePpm * 365) / 100 })),
        ...loanLateness,
        reminders: [...loanReminders],
        documentDays: LOAN_DOCUMENT_DAYS,
        daySeconds: 60,
        reviewSeconds: 30,
        refusal: 'verifyNameFirst',
      })
      expect(await server.call(api.config)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS, databases: sqliteAlone },
)
