import { fromPromise } from 'xstate'
import { type BankInfo, cashInfo, cashSave } from '../../api/account/bank.ts'
import { areaCodes } from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { BankStart, BankSubmission } from '../user/bankCard.ts'
import { ofForm } from './ask.ts'
import type { Prove } from './prove.ts'

/** The card with the selectable countries, and saving another. */
export const createBankCard = (client: Client, prove: Prove) => ({
  loadBankCard: loadFirstBy(
    fromPromise<BankStart>(async ({ signal }) => {
      const [info, countries] = await Promise.all([
        client.call(cashInfo, {}, { signal }),
        client.call(areaCodes, {}, { signal }),
      ])
      return { ...result(info), countries: result(countries).map(({ country }) => country) }
    }),
  ),
  saveBankCard: fromPromise<BankInfo, BankSubmission>(async ({ input, signal }) => {
    const { address: _address, password: _password, code: _code, ...card } = input
    return result(await ofForm(client, signal).call(cashSave, { ...card, proof: await prove(input) }))
  }),
})
