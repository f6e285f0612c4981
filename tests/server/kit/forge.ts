import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/* Forged receipts, each a true one with one field changed, and their verification by verify.py in one run. */

/** One change of a receipt: its path, its value, and the changed receipt. */
export type Forgery = { path: string; to: unknown; receipt: unknown }

type Step = string | number

/** The possible other values of a receipt's words. */
const words: Readonly<Record<string, readonly string[]>> = {
  symbol: ['ETHUSDT', 'BTCUSDT'],
  direction: ['rise', 'fall', 'long', 'short'],
  side: ['buy', 'sell'],
  type: ['market', 'limit'],
  timeInForce: ['gtc', 'ioc', 'postOnly'],
  currency: ['USDT', 'BTC'],
  from: ['USDT', 'BTC', 'ETH'],
  to: ['USDT', 'BTC', 'ETH'],
  base: ['BTC', 'ETH'],
  quote: ['BTC', 'ETH', 'USDT'],
  state: ['won', 'lost', 'drawn', 'unexpected', 'filled', 'partly', 'returned', 'liquidated', 'executed', 'expired'],
  cause: [
    'user',
    'takeProfit',
    'stopLoss',
    'liquidation',
    'delivery',
    'stopOut',
    'bound',
    'postOnly',
    'noPrice',
    'immediate',
  ],
  voidReason: ['stops', 'cost', 'delivery', 'noPrice'],
  via: ['GBPUSD'],
  strategyId: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
}

const ELSEWHERE = '0123456789abcdef'.repeat(4)

/** Every change of one field: numbers and amounts by one, times also by ten seconds, words to others, and each field and item left out. */
export function forgeries(receipt: object): Forgery[] {
  return changesOf(receipt, []).map(([path, to]) => ({ path: path.join('.'), to, receipt: changed(receipt, path, to) }))
}

const LEFT_OUT = Symbol('left out')

function changesOf(value: unknown, path: readonly Step[]): [readonly Step[], unknown][] {
  const key = String(path.findLast((step) => typeof step === 'string'))
  const at = (to: unknown): [readonly Step[], unknown] => [path, to]
  if (Array.isArray(value)) {
    const some = [...new Set([0, Math.floor(value.length / 2), value.length - 1])].filter((index) => index >= 0)
    return some.flatMap((index) =>
      index < value.length ? [[[...path, index], LEFT_OUT] as const, ...changesOf(value[index], [...path, index])] : [],
    ) as [readonly Step[], unknown][]
  }
  if (typeof value === 'object' && value !== null) {
    const none = path.length > 0 && typeof path.at(-1) === 'string' ? [at(null)] : []
    return [...none, ...Object.entries(value).flatMap(([name, each]) => changesOf(each, [...path, name]))]
  }
  const others = [null, ...(words[key] ?? [])].filter((word) => word !== value)
  if (value === null) return [...others, '1.00', 1].map(at)
  if (typeof value === 'number') return [null, value + 1, value - 1, value + 10_000, value - 10_000].map(at)
  if (typeof value !== 'string') return [at(null)]
  if (/^[0-9a-f]{64}$/.test(value)) return [null, ELSEWHERE, `${value[0] === '0' ? '1' : '0'}${value.slice(1)}`].map(at)
  if (/^-?\d+(\.\d+)?$/.test(value)) return [null, next(value, 1n), next(value, -1n), `${value}0`].map(at)
  if (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) return [null, '01ARZ3NDEKTSV4RRFFQ69G5FAV'].map(at)
  return others.map(at)
}

/** A decimal, one more or less in its last digit. */
function next(text: string, step: bigint): string {
  const decimals = text.split('.')[1]?.length ?? 0
  const moved = BigInt(text.replace('.', '')) + step
  const digits = String(moved < 0n ? -moved : moved).padStart(decimals + 1, '0')
  const whole = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return moved < 0n ? `-${whole}` : whole
}

/** The receipt with one change. */
export function changed<Receipt extends object>(receipt: Receipt, path: readonly Step[], to: unknown): Receipt {
  const copy = structuredClone(receipt)
  const parent = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<Step, unknown>)[step], copy)
  const last = path.at(-1) ?? ''
  if (to === LEFT_OUT) (parent as unknown[]).splice(Number(last), 1)
  else (parent as Record<Step, unknown>)[last] = to
  return copy
}

const ROOT = join(import.meta.dirname, '../../..')

export const hasPython = spawnSync('python3', ['--version']).status === 0

const ASK = `
import json, sys
sys.path.insert(0, "docs")
sys.dont_write_bytecode = True
import verify
verify.K.update(json.loads(sys.stdin.readline()))
for line in sys.stdin:
    try:
        print(verify.verdict_of(json.loads(line)))
    except Exception as error:
        print("crash " + type(error).__name__)
`

/** The verdict of verify.py on each of these receipts. @param published the constants, if not the published ones */
export function askPython(receipts: readonly unknown[], published = '{}'): string[] {
  const input = [JSON.parse(published), ...receipts].map((each) => JSON.stringify(each)).join('\n')
  const { stdout, stderr } = spawnSync('python3', ['-c', ASK], {
    cwd: ROOT,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (stderr) throw new Error(stderr)
  return stdout.trim().split('\n')
}
