import type { Benchmark, Row } from './benchmark.ts'
import { type Measure, onBoth } from './orders.ts'

const measures: readonly Measure[] = [
  {
    act: 'withdrawal',
    one: 'a withdrawal',
    many: 'withdrawals',
    // At the server's real cost a hash takes a third of a second, and nothing else would be measured.
    how: 'wallet/out over HTTP, with transaction passwords whose hash is a cheap one',
    meanwhile: 'approves, sends and confirms them meanwhile',
    settings: { REVIEW_SECONDS: '0', PAYOUT_SECONDS: '0', ADDRESS_WAIT_SECONDS: '0' },
    aim: 0.8,
  },
  {
    act: 'swap',
    one: 'a swap',
    many: 'swaps',
    how: 'wallet/flashAgainstQuote and wallet/flashAgainst over HTTP',
    meanwhile: 'makes the prices meanwhile',
    aim: 0.8,
  },
  {
    act: 'deposit',
    one: 'a deposit',
    many: 'deposits announced',
    how: 'wallet/charge_req over HTTP',
    meanwhile: 'waits for their confirmations',
    settings: { CONFIRMATION_SECONDS: '3600' },
    crowd: 4,
    aim: 0.8,
  },
]

/** Withdrawals, swaps and deposits over HTTP, measured as orders are. */
const funds: Benchmark = async (bench) => {
  const rows: Row[] = []
  for (const each of measures) rows.push(...(await onBoth(bench, each)))
  return rows
}

export default funds
