import { modules } from '../../../server/modules.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { calls } from '../calls.ts'

/** Filters of lists, in addition to their sample. */
const filtered: Readonly<Record<string, readonly Record<string, string | number>[]>> = {
  'records/list': [
    { month: '2026-01' },
    { cause: 'deposit' },
    { currency: 'USDT' },
    { text: 'rent' },
    { before: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  ],
  'records/months': [{ currency: 'USDT' }, { cause: 'deposit' }, { from: '2025-01', to: '2026-01' }],
  'orders/list': [
    { list: 0 },
    { list: 1 },
    { before: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
    { symbol: 'BTCUSDT' },
    { market: 'forex' },
    { result: 'won' },
    { kind: 'spot', list: 1 },
  ],
  'orders/totals': [{ symbol: 'BTCUSDT' }, { market: 'forex' }],
  'lever/my_trade': [{ list: 0 }, { list: 1 }, { symbol: 'BTCUSDT' }, { symbol: 'BTCUSDT', list: 0 }],
  'microtrade/lists': [{ list: 0 }, { list: 1 }, { symbol: 'BTCUSDT' }, { symbol: 'BTCUSDT', list: 0 }],
  'microtrade/whlists': [{ list: 0 }, { list: 1 }, { symbol: 'EURUSD' }],
  'coin/list': [{ list: 0 }, { list: 1 }, { symbol: 'BTCUSDT' }, { symbol: 'BTCUSDT', list: 0 }],
  'forex/list': [{ list: 0 }, { list: 1 }, { symbol: 'EURUSD' }, { status: 1 }],
  'strategy/list': [{ list: 0 }, { list: 1 }],
  'wallet/history': [{ range: 'day' }, { range: 'month' }, { range: 'all' }],
  'user/usermessage': [{ kind: 'operator' }],
}

/** Read-only calls by POST, as in the original app. */
const reads = [
  ...[
    'lever/deal',
    'lever/dealall',
    'lever/my_trade',
    'lever/preview',
    'coin/preview',
    'forex/preview',
    'strategy/preview',
  ],
  ...['wallet/list', 'wallet/get_info', 'wallet/detail', 'news/list'],
]

/** Every read-only call of a user, with its sample and with each filter. */
export const readsOfCalls: readonly (readonly [path: string, input: Record<string, unknown>, call: Call])[] = calls
  .filter(({ method, token, once, path }) => token && (method === 'GET' || (!once && reads.includes(path))))
  .flatMap((call) => [{}, ...(filtered[call.path] ?? [])].map((input) => [call.path, input, call] as const))

/**
 * Every read-only command of the admin console, over all people, for one, or to find something by its id; without views that are noted,
 * which write.
 */
export const readsOfAdmin = modules
  .flatMap(({ commands = [] }) => commands)
  .filter(
    ({ admin, args }) =>
      admin && admin.as !== 'act' && !admin.audited && (args.length === 0 || ['user', 'search'].includes(admin.of)),
  )
