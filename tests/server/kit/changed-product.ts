import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Code } from '../harness.ts'

const RULES = join(import.meta.dirname, '../../../src/rules')

/** Formats, names and the structure of receipts, which are no terms of the product: no release changes them for existing orders. */
const kept =
  /^(scale|quantityScale|shown|id|code|.*_SCALE|.*_VERSION|CHAIN_ID|GENESIS|DAY_SECONDS|.*Seconds|receiptCodes|networks|chain|holidays|LOOK_BACK_MS|GAP_MS|PARTS_MAX|confirmations)$/

/**
 * Current values that existing orders still read: a release that changes one must freeze it first. A book’s spread is read by limit orders,
 * and by their receipts.
 */
const notFrozen = /^(spreadPpm|PLAN_DAYS)$/

/** Doubles a number, a decimal, and everything in a list or a row; lists and rows in place, because functions read them, too. */
function doubled(name: string, value: unknown): unknown {
  if (kept.test(name) || notFrozen.test(name)) return value
  if (typeof value === 'number') return value * 2
  if (typeof value === 'bigint') return value * 2n
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) {
    const decimals = value.split('.')[1]?.length ?? 0
    return (Number(value) * 2).toFixed(decimals)
  }
  if (Array.isArray(value)) for (const [at, each] of value.entries()) value[at] = doubled(String(at), each)
  else if (value && Object.getPrototypeOf(value) === Object.prototype) {
    const row = value as Record<string, unknown>
    for (const [key, each] of Object.entries(row)) row[key] = doubled(key, each)
  }
  return value
}

const changed = async (original: () => Promise<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(await original()).map(([name, value]) => [name, doubled(name, value)]))

/**
 * Runs the server’s code as in a release that doubles every number: fees, rates, limits, spreads, terms.
 *
 * @param use the work to run; its imports are of that release
 */
export async function withChangedProduct<T>(use: (code: Code) => Promise<T>): Promise<T> {
  const names = readdirSync(RULES, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.ts'))
  const files = names.map((name) => join(RULES, name))
  vi.resetModules()
  for (const file of files) vi.doMock(file, changed)
  try {
    const [platform, app, side, security] = await Promise.all([
      import('../platform.ts'),
      import('../../../server/app.ts'),
      import('../../../server/market-side.ts'),
      import('../../../server/security/module.ts'),
    ])
    return await use({ ...platform, ...app, ...side, ...security })
  } finally {
    for (const file of files) vi.doUnmock(file)
    vi.resetModules()
  }
}
