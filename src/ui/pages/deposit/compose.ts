import * as api from '../../../api/money/deposit.ts'
import { page } from '../../../machines/actors/ask.ts'
import { createLoadGround, createSubmitDeposit, uploadProof } from '../../../machines/actors/deposit.ts'
import { depositFormMachine } from '../../../machines/money/depositForm.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, watchAccount }: Deps) => ({
  depositForm: depositFormMachine.provide({
    actors: {
      loadGround: createLoadGround(client),
      uploadProof: uploadProof,
      submitOnce: submitOnceBy(createSubmitDeposit(client)),
    },
  }),
  depositList: moneyListBy<'deposit'>(page(client, api.log), watchAccount),
})
