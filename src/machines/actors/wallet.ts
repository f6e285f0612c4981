import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { Heard, KeptAnswers } from '../../api/kept-answers.ts'
import { type Equity, equity } from '../../api/wallet.ts'

/** The user's balances and debts; without an answer, the cached ones. */
export const createLoadEquity = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<Equity>>(({ signal }) =>
    kept.orKept(equity, {}, async () => result(await client.call(equity, {}, { signal }))),
  )
