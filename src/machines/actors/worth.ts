import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { Heard, KeptAnswers } from '../../api/kept-answers.ts'
import {
  detail,
  type History,
  history,
  type Range,
  type Rate,
  rates,
  type Turnover,
  turnover,
  type WalletDetail,
} from '../../api/worth.ts'

/** What someone had over time. */
export const createLoadHistory = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<History>, { range: Range }>(({ input, signal }) =>
    kept.orKept(history, input, async () => result(await client.call(history, input, { signal, quiet: true }))),
  )

/** One wallet, and what holds some of it. */
export const createLoadDetail = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<WalletDetail>, { currency: string }>(({ input, signal }) =>
    kept.orKept(detail, input, async () => result(await client.call(detail, input, { signal }))),
  )

/** What must be traded before money leaves, and what was. */
export const createLoadTurnover = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<Turnover>, object>(({ signal }) =>
    kept.orKept(turnover, {}, async () => result(await client.call(turnover, {}, { signal, quiet: true }))),
  )

/** What a dollar is in other currencies. */
export const createLoadRates = (client: Client, kept: KeptAnswers) =>
  fromPromise<Heard<readonly Rate[]>, object>(({ signal }) =>
    kept.orKept(rates, {}, async () => result(await client.call(rates, {}, { signal, quiet: true }))),
  )
