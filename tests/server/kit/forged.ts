import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Call } from '../../../src/api/wire/call.ts'
import type { TestServer } from '../harness.ts'
import { askPython, forgeries, hasPython } from './forge.ts'

/* The verdicts of both verifiers, the app's check and verify.py, on true and forged receipts. */

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The app's check of one kind of receipt. */
export type Check = (receipt: never) => string

type Receipts = Record<string, { order: object }>

/** The app's verdict on a receipt; none for a malformed one. */
function asked(check: Check, receipt: unknown): string {
  try {
    return check(receipt as never)
  } catch {
    return 'malformed'
  }
}

/** The verdicts of both on each receipt, by its name. @param published the constants, if not the published ones */
export function verdicts(receipts: Receipts, check: Check, published?: string) {
  const python = hasPython ? askPython(Object.values(receipts), published) : []
  return Object.entries(receipts).map(([name, receipt], at) => [name, asked(check, receipt), python[at] ?? 'none'])
}

/** Every receipt, with a verdict that both share. */
export const allAre = (receipts: Receipts, verdict: string) =>
  Object.keys(receipts).map((name) => [name, verdict, hasPython ? verdict : 'none'])

/** Fields with a change that either verifier accepts. An omitted neighbour proves less but changes nothing. */
export function passing(receipts: Receipts, check: Check, published?: string): string[] {
  const forged = Object.values(receipts)
    .flatMap((receipt) => forgeries(receipt))
    .filter(({ path, to }) => !(path.endsWith('.after') && to === null))
  const python = hasPython
    ? askPython(
        forged.map(({ receipt }) => receipt),
        published,
      )
    : []
  const passed = forged.filter(({ receipt }, at) => asked(check, receipt) === 'verified' || python[at] === 'verified')
  expect(forged.length).toBeGreaterThan(300)
  return [...new Set(passed.map(({ path }) => path.replace(/\.\d+(?=\.|$)/g, '')))].sort()
}

/** The delay of the decision, in seconds, and so in ticks. */
export const LATE = [1, 2, 3, 4]

/** Delays the time from which a tick may decide an order, and restores it afterwards: the receipt is late, and otherwise correct. */
export async function putOff(
  server: TestServer,
  table: string,
  id: string,
  seconds: number,
): Promise<() => Promise<void>> {
  const ms = seconds * 1_000
  const move = (by: number) =>
    sql`update ${sql.table(table)} set accepted_ms = accepted_ms + ${by} where id = ${id}`.execute(server.platform.db)
  await move(ms)
  await sql`update ${sql.table(table)} set due_ms = due_ms + ${ms} where id = ${id}`.execute(server.platform.db)
  await putOffTriggers(server, id, ms)
  return async () => void (await move(-ms))
}

export const putOffTriggers = ({ platform }: TestServer, id: string, ms: number) =>
  sql`update triggers set since_ms = since_ms + ${ms}, examined_ms = since_ms + ${ms} - 1 where order_id = ${id}`.execute(
    platform.db,
  )

/** The receipts of orders, by their names. */
export async function receiptsOf(
  server: TestServer,
  call: Call,
  ids: Readonly<Record<string, string>>,
  token: string,
): Promise<Receipts> {
  const all = Object.entries(ids).map(async ([name, id]) => {
    const receipt = await server.ok(call, { id } as never, token)
    return [name, receipt as { order: object }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
