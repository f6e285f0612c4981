import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { receiptCodes } from '../../src/machines/receipts/codes.ts'
import { forexPairs, LOT_UNIT, lotTermsEver, stopOuts } from '../../src/rules/forex/pairs.ts'
import {
  contracts,
  DELIVERY_BEFORE_MS,
  HEADROOM_BPS,
  LEVER_FEE_BPS,
  leverages,
  liquidationFees,
  termsEver,
} from '../../src/rules/lever/terms.ts'
import { levelStep } from '../../src/rules/market/book.ts'
import { calendars, formerCalendars } from '../../src/rules/market/calendar.ts'
import { GAP_MS } from '../../src/rules/market/gaps.ts'
import { instrumentOf, instruments } from '../../src/rules/market/instruments.ts'
import { pairs, SPOT_FEE_BPS } from '../../src/rules/market/pairs.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { LOOK_BACK_MS } from '../../src/rules/market/record-stretch.ts'
import { periods, stakeLimits } from '../../src/rules/microtrade/microtrade.ts'
import { currencies } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { profileOf } from '../../src/rules/profiles/profile.ts'
import { ruleNames } from '../../src/rules/profiles/terms.ts'
import { swapTermsEver } from '../../src/rules/swap/swap.ts'

const ROOT = join(import.meta.dirname, '../..')
export const CONSTANTS = 'docs/constants.json'

const byKey = <Item, Value>(items: readonly Item[], key: (item: Item) => string, value: (item: Item) => Value) =>
  Object.fromEntries(items.map((item) => [key(item), value(item)]))

/** The contents of `docs/constants.json`: everything needed to verify a receipt, except the receipt. */
export function constants(): string {
  const { microtrade: option, spot, lever: contract, forex: lots } = receiptCodes
  const published = {
    staleAfterMs: STALE_AFTER_MS,
    lookBackMs: LOOK_BACK_MS,
    gapMs: GAP_MS,
    currencies: byKey(
      currencies,
      ({ code }) => code,
      ({ scale }) => scale,
    ),
    instruments: byKey(
      instruments,
      ({ symbol }) => symbol,
      ({ base, kind, scale, quantityScale }) => ({
        base,
        kind,
        price: scale,
        quantity: quantityScale,
      }),
    ),
    calendars: Object.fromEntries(Object.entries(calendars).map(([kind, now]) => [kind, [now, ...formerCalendars]])),
    states: { option, spot, contract, lots },
    options: {
      periods: periods.map(({ seconds, payoutBps }) => [seconds, payoutBps]),
      stakes: byKey(
        stakeLimits,
        ({ currency }) => currency,
        ({ min, max, unit }) => ({ min, max, unit }),
      ),
    },
    spot: {
      feeBps: [SPOT_FEE_BPS],
      pairs: byKey(
        pairs,
        ({ symbol }) => symbol,
        ({ symbol, unit, max, spreadPpm }) => ({
          unit,
          max,
          spreadPpm,
          step: formatMoney(levelStep(symbol), instrumentOf(symbol).scale),
        }),
      ),
    },
    contracts: {
      feeBps: [LEVER_FEE_BPS],
      liquidationFeeBps: liquidationFees,
      headroomBps: HEADROOM_BPS,
      leverages,
      deliveryBeforeMs: DELIVERY_BEFORE_MS,
      closeOutBps: ruleNames.flatMap((rules) => profileOf(rules).closeOutBps ?? []),
      symbols: byKey(
        contracts,
        ({ symbol }) => symbol,
        (contract) =>
          termsEver(contract).map(({ unit, max, tiers, funding = null }) => ({
            unit,
            max,
            tiers: tiers.map(({ upTo, maintenanceBps }) => [upTo, maintenanceBps]),
            funding,
          })),
      ),
    },
    lots: {
      unit: LOT_UNIT,
      stopOutBps: stopOuts,
      pairs: byKey(
        forexPairs,
        ({ symbol }) => symbol,
        (pair) =>
          lotTermsEver(pair).map(({ lot, spread, leverage, maxLots, swap, via = null }) => ({
            lot,
            spread,
            leverage,
            maxLots,
            swap,
            via,
          })),
      ),
    },
    swaps: swapTermsEver.map(({ spreadBps, feeBps, seconds, min }) => ({ spreadBps, feeBps, seconds, min })),
  }
  // One line for each innermost value, so that a change is seen in a diff.
  return `${JSON.stringify(published, null, 1).replace(/(?<=[[{])\n +([^[\]{}]*?)\n +(?=[\]}])/g, (_, inner: string) => inner.replace(/\n */g, ' '))}\n`
}

/** The files that say the hash of the constants, with the hash in place. */
export function withHash(text: string): Map<string, string> {
  const hash = createHash('sha256').update(text).digest('hex')
  const put = (file: string, at: RegExp) =>
    [file, readFileSync(join(ROOT, file), 'utf8').replace(at, `$1${hash}$2`)] as const
  return new Map([
    put('docs/verify.py', /(CONSTANTS_SHA256 = ")\w+(")/),
    put('docs/protocol.md', /(constants\.json\) has the SHA-256\n?\s*`)\w+(`)/),
  ])
}

/** Writes the constants, and their hash where it is quoted. */
export function writeConstants(): void {
  const text = constants()
  for (const [file, changed] of [[CONSTANTS, text] as const, ...withHash(text)])
    writeFileSync(join(ROOT, file), changed)
}
