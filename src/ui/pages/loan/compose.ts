import { solving } from '../../../machines/actors/captcha.ts'
import {
  createLoadLoan,
  createLoadLoanDesk,
  createLoadLoanOffer,
  createLoadLoans,
  createLoadPayments,
  createRepayLoan,
  createSubmitLoan,
  createUploadDocument,
} from '../../../machines/actors/loan.ts'
import { loanFormMachine } from '../../../machines/money/loanForm.ts'
import { loanOrderMachine } from '../../../machines/money/loanOrder.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, notice, watchAccount }: Ground) => ({
  desk: moneyViewBy(createLoadLoanDesk(client), watchAccount),
  form: loanFormMachine.provide({
    actors: {
      loadFirst: loadFirstBy(createLoadLoanOffer(client)),
      uploadPhoto: createUploadDocument(solving({ client, notice })),
      submitOnce: submitOnceBy(createSubmitLoan(client)),
      watchAccount,
    },
  }),
  list: moneyListBy<'loan'>(createLoadLoans(client), watchAccount),
  order: loanOrderMachine.provide({
    actors: {
      loadOrder: createLoadLoan(client),
      pagedList: pagedListBy(createLoadPayments(client)),
      submitOnce: submitOnceBy(createRepayLoan(client)),
      watchAccount,
    },
  }),
})
