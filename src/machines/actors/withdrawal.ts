import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import {
  addAddress,
  cancel,
  conditions,
  deleteAddress,
  out,
  type Withdrawal,
  type WithdrawalAddress,
  type WithdrawalConditions,
} from '../../api/money/withdrawal.ts'
import { result } from '../../api/wire/answer.ts'
import type { NewAddress } from '../money/addressBook.ts'
import type { CancelRequest, WithdrawalRequest } from '../money/withdrawal-form-types.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { type OnceSending, submitOnceBy } from '../parts/submitOnce.ts'
import { ofForm } from './ask.ts'

const loadBy = (client: Client, quiet: boolean) =>
  fromPromise<WithdrawalConditions>(async ({ signal }) => result(await client.call(conditions, {}, { signal, quiet })))

/**
 * The requirements, the withdrawal and its cancellation. The last two are not aborted with their actor: a sent
 * request cannot be recalled. A retry shows no notice: the page shows the state.
 */
export const createWithdrawalForm = (client: Client) => ({
  loadConditions: loadFirstBy(loadBy(client, false)),
  reloadConditions: loadBy(client, true),
  submitOnce: submitOnceBy(
    fromPromise<Withdrawal, OnceSending<WithdrawalRequest>>(async ({ input: { again, ...request }, signal }) =>
      result(await ofForm(client, signal).call(out, request, { quiet: again })),
    ),
  ),
  cancelOnce: submitOnceBy(
    fromPromise<Withdrawal, OnceSending<CancelRequest>>(async ({ input: { again, ...request }, signal }) =>
      result(await ofForm(client, signal).call(cancel, request, { quiet: again })),
    ),
  ),
})

/** The address book's changes. A deletion answers the deleted id. */
export const createAddressBook = (client: Client) => ({
  addAddress: fromPromise<WithdrawalAddress, NewAddress>(async ({ input, signal }) =>
    result(await ofForm(client, signal).call(addAddress, input)),
  ),
  deleteAddress: fromPromise<string, { id: string }>(async ({ input, signal }) => {
    result(await ofForm(client, signal).call(deleteAddress, input))
    return input.id
  }),
})
