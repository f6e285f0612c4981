import { announce } from '../../server/deposit/ask.ts'
import { toWire as depositOnWire } from '../../server/deposit/order.ts'
import { submitForex } from '../../server/forex/acts.ts'
import { forexKind } from '../../server/forex/kind.ts'
import { leverKind } from '../../server/lever/kind.ts'
import { submitLever } from '../../server/lever/submit.ts'
import type { Prices } from '../../server/market/module.ts'
import { buy } from '../../server/microtrade/buy.ts'
import { microtradeKind } from '../../server/microtrade/kind.ts'
import { type MicrotradeRow, toWire as optionOnWire } from '../../server/microtrade/order.ts'
import { type Move, moveOrder, type OrderKind, type OrderRow } from '../../server/orders/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import { once } from '../../server/platform/unit/requests.ts'
import { commit, type Unit } from '../../server/platform/unit/unit.ts'
import { spotKind } from '../../server/spot/kind.ts'
import { tradeSpot } from '../../server/spot/trade.ts'
import { type SwapRow, toWire as swapOnWire } from '../../server/swap/order.ts'
import { execute, quote } from '../../server/swap/quote.ts'
import { withdrawalKind } from '../../server/withdrawal/kind.ts'
import { type WithdrawalRow, toWire as withdrawalOnWire } from '../../server/withdrawal/order.ts'
import { withdraw } from '../../server/withdrawal/withdraw.ts'
import { type Act, inputs } from './orders-clients.ts'
import type { Step } from './orders-statements.ts'

const PRICE = 4_000_000n
const prices: Prices = {
  has: () => true,
  state: () => 'live',
  last: () => ({ time: 0, price: PRICE }),
  delayMs: 0,
}

/** The server's measured steps for one of each kind; the floor is made of their statements. */
export const stepsOf: Record<
  Act,
  (requestId: string, platform: Platform) => readonly Step[] | Promise<readonly Step[]>
> = {
  order: (requestId) => {
    let row: MicrotradeRow | undefined
    const input = { ...inputs.order, requestId, direction: 'rise' as const }
    const tick = { open_seq: 1n, open_price: 1n, open_hash: 'a'.repeat(64) }
    return [
      call('microtrade/submit', input, async (unit, { userId }) => {
        row = await buy(unit, prices, userId, 'crypto', input)
        return optionOnWire(row)
      }),
      move((unit) => {
        if (!row) throw new Error('nothing was bought')
        const change = { ...tick, open_ms: row.accepted_ms }
        return moveOrder(unit, microtradeKind, row, { event: { type: 'order.open' }, change })
      }),
    ]
  },
  contract: (requestId, platform) => {
    const input = { ...inputs.contract, requestId, direction: 'long' as const, type: 'market' as const }
    return opened(platform, leverKind, 'lever/submit', input, submitLever)
  },
  coin: (requestId, platform) => {
    const input = { ...inputs.coin, requestId, side: 'buy' as const, type: 'market' as const }
    return opened(platform, spotKind, 'coin/trade', input, tradeSpot)
  },
  lots: (requestId, platform) =>
    opened(
      platform,
      forexKind,
      'forex/submit',
      { ...inputs.lots, requestId, direction: 'long' as const, type: 'market' as const },
      submitForex,
    ),
  swap: async (requestId, platform) => {
    await tickNow(platform)
    let row: SwapRow | undefined
    const input = { ...inputs.swap, requestId }
    const taken = { requestId: `${requestId}-taken` }
    return [
      call('wallet/flashAgainstQuote', input, async (unit, { userId }) => {
        row = await quote(unit, prices, userId, input)
        return swapOnWire(row)
      }),
      call('wallet/flashAgainst', taken, async (unit, { userId }) =>
        swapOnWire(await execute(unit, prices, userId, { ...taken, id: row?.id ?? '' })),
      ),
    ]
  },
  withdrawal: (requestId) => {
    let row: WithdrawalRow | undefined
    const next = move(async (unit) => {
      const due: Move<WithdrawalRow> | undefined = row && (await withdrawalKind.due?.(unit.tx, row, Number(row.due_ms)))
      row = row && due && (await moveOrder(unit, withdrawalKind, row, due))
      return row
    })
    return [
      call('wallet/out', { requestId }, async (unit, { userId, addressId }) => {
        row = await withdraw(unit, userId, { ...inputs.withdrawal, requestId, addressId, payPassword: '' })
        return withdrawalOnWire(row)
      }),
      next,
      next,
      next,
    ]
  },
  deposit: (requestId) => [
    call('wallet/charge_req', { requestId }, async (unit, { userId }) =>
      depositOnWire(await announce(unit, userId, { ...inputs.deposit, requestId })),
    ),
  ],
}

/** A market order and its fill by the first tick. Many orders share the tick's query, so it is not counted. */
function opened<Row extends OrderRow & { symbol: string }, Asked extends { requestId: string; symbol: string }>(
  platform: Platform,
  kind: OrderKind<Row>,
  path: string,
  input: Asked,
  submit: (unit: Unit, prices: Prices, userId: string, input: Asked) => Promise<Row>,
): readonly Step[] {
  let row: Row | undefined
  return [
    call(path, input, async (unit, { userId }) => {
      row = await submit(unit, prices, userId, input)
      return kind.toWire(row)
    }),
    async (recorded) => {
      await tickNow(platform, input.symbol)
      const order = row
      const due = order && (await kind.due?.(platform.db, order, platform.clock.now()))
      if (!due) throw new Error('an order was not opened')
      const moved = { notBefore: order.due_ms ?? 0n, ...due }
      if (!(await commit(recorded, (unit) => moveOrder(unit, kind, order, moved))))
        throw new Error('an order did not move')
    },
  ]
}

/** A call that is done once, with its stored answer. */
const call =
  (
    path: string,
    input: { requestId: string } & Record<string, unknown>,
    act: (unit: Unit, person: { userId: string; addressId: string }) => Promise<unknown>,
  ): Step =>
  (platform, person) =>
    commit(platform, (unit) => once(unit, person.userId, path, input, () => act(unit, person)))

/** A due step. */
const move =
  (work: (unit: Unit) => Promise<OrderRow | undefined>): Step =>
  async (platform) => {
    if (!(await commit(platform, work))) throw new Error('an order did not move')
  }

/** Records a current price. */
async function tickNow({ db, clock }: Platform, symbol = 'BTCUSDT'): Promise<void> {
  const { seq } = await db
    .selectFrom('ticks')
    .select(({ fn }) => fn.max<bigint | null>('seq').as('seq'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('ticks')
    .values({
      symbol,
      seq: (seq ?? 0n) + 1n,
      time_ms: BigInt(clock.now()),
      price: PRICE,
      hash: 'a'.repeat(64),
    })
    .execute()
}
