import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { type Equity, equity } from '../../api/money/wallet.ts'
import { result } from '../../api/wire/answer.ts'
import type { Heard, KeptAnswers } from '../../api/wire/kept-answers.ts'

/** The user's balances and debts; without an answer, the cached ones. */
export const createLoadEquity = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<Equity>>(({ signal }) =>
    kept.orKept(equity, {}, async () => result(await client.call(equity, {}, { signal }))),
  )
