import { moveOrder, orderOf } from '../../../server/orders/module.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { addAddressOf } from '../../../server/withdrawal/addresses.ts'
import { withdrawalKind } from '../../../server/withdrawal/kind.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { can } from '../../../src/machines/orders/life.ts'
import { withdrawalMachine } from '../../../src/machines/orders/withdrawal.ts'
import { WITHDRAWAL_FEE_BPS, WITHDRAWAL_MIN_USDT } from '../../../src/rules/withdrawal/withdrawal.ts'
import { EVM_ADDRESS, knownByName, PAY_PASSWORD } from '../../server/withdrawal/support.ts'
import { type Asked, minor, type Person, type SimulatedKind } from '../model.ts'
import { Violation, type World } from '../world.ts'

const REVIEW_MS = 30_000
const PAYOUT_MS = 10_000
const cameBack = ['refused', 'cancelled', 'bounced']
const over = [...cameBack, 'confirmed']

/** Pending withdrawals at the last full check. */
const liveIn = ({ people }: World): { person: Person; shown: api.Withdrawal }[] =>
  people.flatMap((person) =>
    [...person.orders.values()]
      .filter(({ ask, ended }) => ask.kind === withdrawals && ended === undefined)
      .map(({ shown }) => ({ person, shown: shown as api.Withdrawal })),
  )

/** Money that people take out, which the paper reviewer and the paper network carry, unless someone stops it. */
export const withdrawals: SimulatedKind<Asked, api.Withdrawal> = {
  rank: 6,
  prepare: async (platform, { userId }) => {
    await knownByName({ platform }, userId)
    const password_hash = `plain ${PAY_PASSWORD}`
    await platform.db.insertInto('pay_passwords').values({ user_id: userId, password_hash, updated_at: 0n }).execute()
    const address = { network: 'ethereum', address: EVM_ADDRESS, label: '' } as const
    const { id: addressId } = await commit(platform, (unit) => addAddressOf(unit, userId, address))
    return { currency: 'USDT', addressId, payPassword: PAY_PASSWORD }
  },
  ask: (_, amount) => ({ call: api.out, input: { amount: String(Number(WITHDRAWAL_MIN_USDT) + amount) } }),
  refusals: [
    'withdrawalPending',
    'unfinishedTrades',
    'openPositionProhibits',
    'insufficientTurnover',
    'loanOpen',
    'exceedsHeld',
    'insufficientAccountBalance',
    'accountLocked',
    'accountFrozen',
  ],
  checkAnswer: (key, { status }, { input }, { available }) => {
    const poor = available !== undefined && available < minor(input.amount)
    const wrong: Record<string, boolean> = {
      ok: poor || status !== 'active',
      insufficientAccountBalance: available !== undefined && !poor,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${available} free`] : []
  },
  lists: [api.log],
  tables: ['withdrawals'],
  acceptedAt: ({ submittedAt }) => submittedAt,
  actions: [
    {
      name: 'someone takes a withdrawal back',
      weight: 7,
      happen: async (world, chance) => {
        const live = liveIn(world)
        if (live.length === 0) return
        const { person, shown } = chance.pick(live)
        const { strikes } = world
        const answer = await world.ask(api.cancel, { id: shown.id, requestId: `cancel-of-${shown.id}` }, person.token)
        const key = answer?.type === 'ok' ? 'ok' : answer?.key
        const mayBe = ['ok', 'orderNotCancellable', 'accountLocked', 'accountFrozen']
        if (key !== undefined && !mayBe.includes(key) && world.strikes === strikes) {
          throw new Violation(`who took a withdrawal back was answered ${key}`)
        }
      },
    },
    {
      name: 'an operator refuses a withdrawal, or the network sends it back',
      weight: 8,
      happen: async (world, chance) => {
        const live = liveIn(world)
        if (live.length === 0) return
        const { person, shown } = chance.pick(live)
        world.fault = undefined
        const { platform } = world.life
        commitFor(platform, person.userId, async (unit) => {
          const order = await orderOf(unit.tx, withdrawalKind, person.userId, shown.id)
          const type = order?.state === 'underReview' ? 'withdrawal.refuse' : 'withdrawal.bounce'
          if (!order || !can(withdrawalMachine, order.state, { type })) return
          await moveOrder(unit, withdrawalKind, order, { event: { type }, change: { reason: 'A reason' } })
        }).catch((error) => world.note(`an operator’s act failed: ${error}`))
        await world.settle()
      },
    },
  ],
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const amount = minor(input.amount)
    const { state, approvedAt, sentAt } = shown
    const wrong: string[] = []
    // Rounded down: in favour of the person.
    if (minor(shown.fee) !== (amount * BigInt(WITHDRAWAL_FEE_BPS)) / 10_000n)
      wrong.push(`withdrawal ${id} takes a fee of ${shown.fee}`)
    if (approvedAt !== null && approvedAt < acceptedMs + REVIEW_MS) wrong.push(`withdrawal ${id} was approved too soon`)
    const due = { approved: approvedAt, sent: sentAt }[state as 'approved' | 'sent']
    if (due != null && completeMs >= due + PAYOUT_MS && !late) wrong.push(`withdrawal ${id} is still ${state}`)
    return {
      wrong,
      available: cameBack.includes(state) ? 0n : -amount,
      held: state === 'underReview' ? amount : 0n,
    }
  },
  hasEnded: ({ state }) => over.includes(state),
  endings: ['confirmed', 'refused', 'cancelled', 'bounced'],
}
