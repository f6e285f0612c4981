import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { Heard, KeptAnswers } from '../../api/kept-answers.ts'
import { list, type Wallet } from '../../api/wallet.ts'

/** Every wallet of whoever is signed in; where no answer comes, as they were last known. */
export const createLoadWallets = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<readonly Wallet[]>>(({ signal }) =>
    kept.orKept(list, {}, async () => result(await client.call(list, {}, { signal }))),
  )
