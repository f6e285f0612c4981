import * as api from '../../../api/money/withdrawal.ts'
import { page } from '../../../machines/actors/ask.ts'
import { createAddressBook, createWithdrawalForm } from '../../../machines/actors/withdrawal.ts'
import { addressBookMachine } from '../../../machines/money/addressBook.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { withdrawalFormMachine } from '../../../machines/money/withdrawalForm.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, watchAccount }: Deps) => ({
  form: withdrawalFormMachine.provide({ actors: { ...createWithdrawalForm(client), watchAccount } }),
  list: moneyListBy<'withdrawal'>(page(client, api.log), watchAccount),
  book: addressBookMachine.provide({ actors: createAddressBook(client) }),
})
