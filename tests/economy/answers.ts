import type { AccountRow } from '../../server/ledger/accounts.ts'
import type { TickGap, TickRow } from '../../server/market/module.ts'
import type { OrderRow } from '../../server/order-kind.ts'
import type { Memory } from './memory.ts'

/** The data of a world that statements read. */
export type Facts = {
  names: readonly string[]
  symbols: readonly string[]
  ticks: ReadonlyMap<string, readonly TickRow[]>
  gaps: readonly TickGap[]
  /** Of the days of the plan that were drawn, by their number. */
  rates: ReadonlyMap<string, bigint>
  plan: object
  accounts(userId: string): ReadonlyMap<string, AccountRow>
  isTable(table: string): boolean
  rowsOf(table: string): readonly OrderRow[]
  live(table: string, userId?: string): readonly OrderRow[]
}

/** Tables never written here: nothing is halted or withheld, and every quota is full. */
const EMPTY = ['plans_withheld', 'savings_taken', 'lever_halts', 'forex_halts']

/** Answers the statements of the server's decisions. @throws Error for an unknown one, whose answer must be added here */
export function answersFrom(facts: Facts): Memory {
  const { names, ticks, rates, plan, accounts, rowsOf, live } = facts

  function tickBy(statement: string, symbol: string, ms: number): readonly TickRow[] {
    const all = ticks.get(symbol) ?? []
    const found = statement.includes('time_ms >= ?')
      ? all.find(({ time_ms }) => time_ms >= BigInt(ms))
      : statement.includes('time_ms <= ?')
        ? all.findLast(({ time_ms }) => time_ms <= BigInt(ms))
        : all.at(-1)
    return found ? [found] : []
  }

  /** The total notional of a user's live contracts on each symbol. */
  const worthOf = (table: string, userId: string) =>
    facts.symbols.map((symbol) => {
      const rows = live(table, userId) as readonly (OrderRow & { symbol: string; worth: bigint })[]
      const worth = rows.filter((row) => row.symbol === symbol).reduce((sum, row) => sum + row.worth, 0n)
      return { user_id: userId, symbol, worth }
    })

  function ordersBy(statement: string, table: string, values: readonly string[]): readonly unknown[] {
    const [first = '[]', second] = values
    const asked = () => new Set(JSON.parse(first) as string[])
    const rows = rowsOf(table)
    if (statement.includes('sum(worth)')) return [...asked()].flatMap((userId) => worthOf(table, userId))
    if (statement.includes('sum(amount)')) {
      return [...asked()].flatMap((user_id) => {
        const amounts = live(table, user_id).map((row) => (row as OrderRow & { amount: bigint }).amount)
        return amounts.length > 0 ? [{ user_id, sum: amounts.reduce((sum, amount) => sum + amount) }] : []
      })
    }
    if (statement.includes('count(')) {
      return [{ times: BigInt(rows.filter((row) => row.user_id === first && row.state !== 'failed').length) }]
    }
    if (statement.includes('where settled_ms is null and user_id in')) {
      return live(table).filter((row) => asked().has(row.user_id))
    }
    if (statement.includes('where id in')) return rows.filter((row) => asked().has(row.id))
    if (statement.includes('where user_id = ? and id = ?')) {
      return rows.filter((row) => row.user_id === first && row.id === second)
    }
    // Whether another loan is taken first: a user has one at a time.
    if (table === 'loans' && statement.includes('state = ?')) return []
    throw new Error(`nobody answers: ${statement}`)
  }

  return {
    answer(statement, values) {
      if (/^(insert|update|delete)/.test(statement)) return 'changed'
      const texts = values.map(String)
      const [first = '', second] = texts
      const table = /from ([a-z_]+)/.exec(statement)?.[1] ?? ''
      if (table === 'ticks') return tickBy(statement, first, Number(second))
      if (table === 'tick_gaps') return facts.gaps.filter((gap) => gap.symbol === first && String(gap.seq) === second)
      if (table === 'plans') return [plan]
      if (table === 'plan_days') {
        return [...rates].map(([day, rate_ppm]) => ({ plan_id: 'plan', day: BigInt(day), rate_ppm }))
      }
      // No user was invited.
      if (table === 'users') return statement.includes('left join') ? [] : names.map((id) => ({ id, status: 'active' }))
      if (table === 'accounts') return [...accounts(first).values()]
      if (EMPTY.includes(table)) return []
      if (facts.isTable(table)) return ordersBy(statement, table, texts)
      throw new Error(`nobody answers: ${statement}`)
    },
  }
}
