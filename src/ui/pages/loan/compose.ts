import * as api from '../../../api/money/loan.ts'
import { ask, once, page } from '../../../machines/actors/ask.ts'
import {
  createLoadLoan,
  createLoadLoanOverview,
  createLoadPayments,
  uploadDocument,
} from '../../../machines/actors/loan.ts'
import { loanFormMachine } from '../../../machines/money/loanForm.ts'
import { loanOrderMachine } from '../../../machines/money/loanOrder.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, watchAccount }: Deps) => ({
  overview: moneyViewBy(createLoadLoanOverview(client), watchAccount),
  form: loanFormMachine.provide({
    actors: {
      loadFirst: loadFirstBy(ask(client, api.config, () => ({}))),
      uploadPhoto: uploadDocument,
      submitOnce: submitOnceBy(once(client, api.submit)),
      watchAccount,
    },
  }),
  list: moneyListBy<'loan'>(page(client, api.order), watchAccount),
  order: loanOrderMachine.provide({
    actors: {
      loadOrder: createLoadLoan(client),
      pagedList: pagedListBy(createLoadPayments(client)),
      submitOnce: submitOnceBy(once(client, api.repayment)),
      watchAccount,
    },
  }),
})
