import type { Benchmark } from './benchmark.ts'

/** Each benchmark by its name, in the order of a full run. */
export const benchmarks: Readonly<Record<string, () => Promise<{ default: Benchmark }>>> = {
  bundle: () => import('./bundle.ts'),
  paint: () => import('./paint.ts'),
  ticks: () => import('./ticks.ts'),
  book: () => import('./book.ts'),
  positions: () => import('./positions.ts'),
  chart: () => import('./chart.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'fan-out': () => import('./fan-out.ts'),
  orders: () => import('./orders.ts'),
  'order-cost': () => import('./order-cost.ts'),
  funds: () => import('./funds.ts'),
  triggers: () => import('./triggers.ts'),
  accruals: () => import('./accruals.ts'),
  records: () => import('./records.ts'),
  logins: () => import('./logins.ts'),
  ledger: () => import('./ledger.ts'),
  history: () => import('./history.ts'),
  many: () => import('./many.ts'),
  growth: () => import('./growth.ts'),
  stall: () => import('./stall.ts'),
  compression: () => import('./compression.ts'),
  start: () => import('./start.ts'),
  replay: () => import('./replay.ts'),
  telemetry: () => import('./telemetry.ts'),
}
