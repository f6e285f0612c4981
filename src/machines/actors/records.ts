import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import {
  type Certificate,
  certificate,
  list,
  type MoneyRecord,
  type Statement,
  statement,
} from '../../api/money/records.ts'
import { result } from '../../api/wire/answer.ts'
import type { Heard, KeptAnswers } from '../../api/wire/kept-answers.ts'
import type { RecordFilter } from '../money/recordList.ts'
import type { Page, PageRequest } from '../parts/pagedList.ts'

/** Page size: rows are small, and scrolled quickly. */
const AT_ONCE = 100

/** A page of the user's balance changes, newest first; without an answer, the first page is the cached one. */
export const createLoadRecords = (client: Client, kept: KeptAnswers) =>
  fromPromise<Page<MoneyRecord>, PageRequest<RecordFilter>>(async ({ input: { before, limit, ...about }, signal }) => {
    const asked = { ...about, before, limit: Math.max(limit, AT_ONCE) }
    const ask = async () => result(await client.call(list, asked, { signal, quiet: before !== undefined }))
    if (before !== undefined) return { entries: await ask() }
    const { value, asOf } = await kept.orKept(list, about, ask)
    return { entries: value, asOf }
  })

/** The statement of a month. */
export const createLoadStatement = (client: Client) =>
  fromPromise<Heard<Statement>, { month: string }>(async ({ input, signal }) => ({
    value: result(await client.call(statement, input, { signal })),
    asOf: null,
  }))

/** The certificate of one transfer; `none` if there is none yet, or the link is invalid. */
export const createLoadCertificate = (client: Client) =>
  fromPromise<Heard<Certificate | 'none'>, { cause: string; id: string }>(async ({ input, signal }) => {
    const answer = await client.call(certificate, input, { signal, inPlace: () => true })
    const isNone = answer.type === 'error' && (answer.key === 'dataNotFound' || answer.key === 'parameterError')
    return { value: isNone ? 'none' : result(answer), asOf: null }
  })

/** Page size when all are loaded. */
const ALL_AT_ONCE = 1_000

/**
 * Loads all balance changes, and saves them.
 *
 * @param save receives all of them, newest first
 */
export const createSaveRecords = (client: Client, save: (records: readonly MoneyRecord[]) => Promise<void>) =>
  fromPromise<void, RecordFilter>(async ({ input, signal }) => {
    const all: MoneyRecord[] = []
    for (;;) {
      const asked = { ...input, limit: ALL_AT_ONCE, ...(all.length > 0 && { before: all.at(-1)?.id }) }
      const page = result(await client.call(list, asked, { signal }))
      all.push(...page)
      if (page.length < ALL_AT_ONCE) return save(all)
    }
  })
