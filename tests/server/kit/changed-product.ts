import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Code } from '../harness.ts'

const RULES = join(import.meta.dirname, '../../../src/rules')

/** What is no term of the product but a format, a name, or how receipts are made: no release changes it for orders that are there. */
const kept =
  /^(scale|quantityScale|shown|id|code|.*_SCALE|.*_VERSION|CHAIN_ID|GENESIS|DAY_SECONDS|.*Seconds|receiptCodes|networks|chain|holidays|LOOK_BACK_MS|GAP_MS|PARTS_MAX|confirmations)$/

/** What orders that are there still read as it is today: a release that changes it must freeze it first. A book’s spread is read by limit orders, and by their receipts. */
const notFrozen = /^(spreadPpm|PLAN_DAYS)$/

/** The double of a number, of a decimal, and of all that is in a list or a row: these in place, since functions look there, too. */
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
 * Runs the server’s code as a release would have it whose every number is twice what it is: fees, rates, limits, spreads, terms.
 *
 * @param use what is done with it: what it imports meanwhile is of that release
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
