/** A constant of a product, as a replacement of a text that is unique in its file. */
export type Constant = { product: string; path: string; from: string; to: string }

const of =
  (product: string, path: string) =>
  (...changes: readonly (readonly [from: string, to: string])[]): Constant[] =>
    changes.map(([from, to]) => ({ product, path: `src/rules/${path}.ts`, from, to }))

/** What `npm run test:constants` changes: fees, spreads, bounds, tiers, rates, days and limits, most by a tenth to a fifth. */
export const constants: readonly Constant[] = [
  ...of('options', 'microtrade/microtrade')(
    ['payoutBps: 8_500', 'payoutBps: 8_300'],
    ['payoutBps: 9_200', 'payoutBps: 9_400'],
    ['seconds: 120', 'seconds: 150'],
    ["min: '10'", "min: '12'"],
    ["max: '5000'", "max: '4000'"],
    ["min: '0.0002'", "min: '0.0003'"],
    ["max: '2'", "max: '3'"],
  ),
  ...of('lots', 'forex/pairs')(
    ['STOP_OUT_BPS = 2_000', 'STOP_OUT_BPS = 2_500'],
    ['lot: 100_000, leverage: 20', 'lot: 100_000, leverage: 25'],
    ['leverage: 10', 'leverage: 8'],
    ["maxLots: '10'", "maxLots: '12'"],
    ["spread: '0.00010'", "spread: '0.00012'"],
    ["spread: '0.30'", "spread: '0.36'"],
    ["swap: { long: '-0.00007', short: '-0.00001' }", "swap: { long: '-0.00009', short: '-0.00003' }"],
  ),
  ...of('contracts', 'lever/terms')(
    ['LEVER_FEE_BPS = 5', 'LEVER_FEE_BPS = 7'],
    ['LIQUIDATION_FEE_BPS = 25', 'LIQUIDATION_FEE_BPS = 30'],
    ['HEADROOM_BPS = 100', 'HEADROOM_BPS = 120'],
    ["['50000', 50, 50]", "['50000', 50, 60]"],
    ["['50000', 50, 50]", "['60000', 50, 50]"],
    ["unit: '0.0001', max: '20'", "unit: '0.0001', max: '24'"],
    ["unit: '0.001', max: '400'", "unit: '0.01', max: '400'"],
    ['15 * 60_000', '20 * 60_000'],
  ),
  ...of('coins', 'market/pairs')(
    ['SPOT_FEE_BPS = 10', 'SPOT_FEE_BPS = 12'],
    ['SPOT_BOUND_BPS = 100', 'SPOT_BOUND_BPS = 120'],
    ['SPOT_PAST_BPS = 500', 'SPOT_PAST_BPS = 400'],
    ["max: '2', spreadPpm: 20", "max: '2', spreadPpm: 24"],
    ["max: '2', spreadPpm: 20", "max: '2.4', spreadPpm: 20"],
    ["unit: '0.001', max: '40'", "unit: '0.01', max: '40'"],
  ),
  ...of('plans', 'plan/plan')(
    ['PLAN_FEE_BPS = 100', 'PLAN_FEE_BPS = 120'],
    ['[18_300, 20_100]', '[18_000, 20_100]'],
    ["['500', '5000']", "['400', '5000']"],
    ['20_100], 2, 5_000', '20_100], 3, 5_000'],
    ['5_000, 2)', '5_000, 3)'],
    ['2, 5_000, 2)', '2, 4_000, 2)'],
    ['PLAN_DAYS = 365', 'PLAN_DAYS = 300'],
    ['PLAN_BELOW_BPS = 1_000', 'PLAN_BELOW_BPS = 1_200'],
  ),
  ...of('loans', 'loan/loan')(
    ["min: '100'", "min: '120'"],
    ["max: '10000'", "max: '9000'"],
    ['ratePpm: 500', 'ratePpm: 520'],
    ['latePpm: 1_000', 'latePpm: 1_200'],
    ['lateCapPpm: 100_000', 'lateCapPpm: 80_000'],
    ['collectAfterDays: 3', 'collectAfterDays: 4'],
    ['[3, 1]', '[4, 2]'],
    ['LOAN_DOCUMENT_DAYS = 30', 'LOAN_DOCUMENT_DAYS = 40'],
  ),
  ...of('fixed terms', 'savings/savings')(
    ['rateBps: 200', 'rateBps: 220'],
    ["days: 7, rateBps: 200, min: '50'", "days: 7, rateBps: 200, min: '60'"],
    ["max: '50000'", "max: '40000'"],
    ["max: '50000', quota: '1000000'", "max: '50000', quota: '900000'"],
  ),
  ...of('swaps', 'swap/swap')(
    ['spreadBps: 20', 'spreadBps: 24'],
    ['feeBps: 10', 'feeBps: 12'],
    ['driftBps: 20', 'driftBps: 16'],
    ['seconds: 10', 'seconds: 12'],
    ["min: '1'", "min: '2'"],
  ),
  ...of('deposits', 'deposit/deposit')(
    ["crypto: { min: '10'", "crypto: { min: '12'"],
    ["min: '10', max: '20000'", "min: '10', max: '18000'"],
    ["bank: { min: '20'", "bank: { min: '25'"],
    ["max: '10000'", "max: '9000'"],
    ["DAILY_LIMIT = '20000'", "DAILY_LIMIT = '24000'"],
    ['MOVED_BPS = 200n', 'MOVED_BPS = 250n'],
    ['86_400_000', '72_000_000'],
  ),
  ...of('withdrawals', 'withdrawal/withdrawal')(
    ['WITHDRAWAL_MIN_USDT = 30n', 'WITHDRAWAL_MIN_USDT = 40n'],
    ['WITHDRAWAL_FEE_BPS = 10', 'WITHDRAWAL_FEE_BPS = 15'],
    ['WITHDRAWAL_ARRIVES_HOURS = 24', 'WITHDRAWAL_ARRIVES_HOURS = 48'],
    ['LABEL_LENGTH_MAX = 40', 'LABEL_LENGTH_MAX = 30'],
  ),
  ...of('strategies', 'strategy/strategy')(
    ['STRATEGIES_MAX = 10', 'STRATEGIES_MAX = 8'],
    ['[1, 7, 14, 30]', '[1, 7, 15, 30]'],
    ['GRIDS_MIN = 2', 'GRIDS_MIN = 3'],
    ['GRIDS_MAX = 20', 'GRIDS_MAX = 18'],
    ["STRATEGY_ORDER_MIN = '10'", "STRATEGY_ORDER_MIN = '12'"],
  ),
  ...of('referrals', 'account/referral')(
    ['[500, 300, 100]', '[400, 200, 100]'],
    ['PEOPLE_MAX = 10_000', 'PEOPLE_MAX = 8_000'],
  ),
  ...of('passwords', 'account/password-length')(['_MIN = 6', '_MIN = 7'], ['_MAX = 16', '_MAX = 18']),
  ...of('prices', 'market/prices')(['STALE_AFTER_MS = 5_000', 'STALE_AFTER_MS = 6_000']),
  ...of('gaps', 'market/gaps')(['GAP_MS = 60_000', 'GAP_MS = 70_000']),
  ...of('watchlist', 'market/watchlist')(['WATCHLIST_MAX = 20', 'WATCHLIST_MAX = 18']),
  ...of('alerts', 'market/price-alerts')(['ALERTS_MAX = 50', 'ALERTS_MAX = 40']),
  ...of('messages', 'account/chat')(
    ['CHAT_TEXT_MAX = 2_000', 'CHAT_TEXT_MAX = 1_600'],
    ['CHAT_KEPT_DAYS = 365', 'CHAT_KEPT_DAYS = 300'],
  ),
  ...of('notes', 'money/notes')(['NOTE_LENGTH_MAX = 200', 'NOTE_LENGTH_MAX = 160']),
  ...of('photos', 'account/photos')(['PHOTO_SIDE_MIN = 200', 'PHOTO_SIDE_MIN = 240']),
  ...of('networks', 'money/coin-networks')(
    [
      "confirmations: 12, family: 'evm' },\n  { code: 'ethereum'",
      "confirmations: 14, family: 'evm' },\n  { code: 'ethereum'",
    ],
    ['confirmations: 19', 'confirmations: 20'],
  ),
  ...of('profiles', 'profiles/eu-retail')(['closeOutBps: 5_000', 'closeOutBps: 5_500'], ['crypto: 2', 'crypto: 3']),
]
