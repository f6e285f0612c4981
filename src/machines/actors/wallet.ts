import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { Heard, KeptAnswers } from '../../api/kept-answers.ts'
import { type Equity, equity } from '../../api/wallet.ts'

/** All that whoever is signed in has and owes; where no answer comes, as it was last known. */
export const createLoadEquity = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<Equity>>(({ signal }) =>
    kept.orKept(equity, {}, async () => result(await client.call(equity, {}, { signal }))),
  )
