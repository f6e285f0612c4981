import type { MoneyRecord } from '../../../api/money/records.ts'
import type { UiKey } from '../../i18n/texts.ts'
import { DEPOSIT, FOREX_ORDERS, LOAN, ORDERS, PLAN_ORDERS, SAVINGS, SWAP, WITHDRAW } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'

/**
 * Labels of a cause of movements, its page, and the labels of its postings. `steps`: by posting name.
 */
type CauseLabels = {
  name: UiKey
  place?: (causeId: string) => string
  steps: Readonly<Record<string, UiKey>>
}

/** All causes of movements, in the order of the filter. A new kind of order needs an entry here. */
export const causes: Readonly<Record<string, CauseLabels>> = {
  microtrade: {
    name: 'records.options',
    place: (receipt) => placeOf(ORDERS, { receipt }),
    steps: {
      holdStake: 'records.holdStake',
      payWinner: 'records.payWinner',
      forfeitStake: 'records.forfeitStake',
      returnStake: 'records.returnStake',
    },
  },
  lever: {
    name: 'records.contracts',
    place: (receipt) => placeOf(ORDERS, { receipt, kind: 'lever' }),
    steps: {
      holdReserve: 'records.holdReserve',
      releaseReserve: 'records.releaseReserve',
      openPosition: 'records.openPosition',
      holdAdded: 'records.holdAdded',
      payFunding: 'records.payFunding',
      settlePart: 'records.settlePart',
      settlePosition: 'records.settlePosition',
      liquidatePosition: 'records.liquidatePosition',
    },
  },
  forex: {
    name: 'records.forex',
    place: (receipt) => placeOf(FOREX_ORDERS, { receipt, kind: 'forex' }),
    steps: {
      holdReserve: 'records.holdReserve',
      releaseReserve: 'records.releaseReserve',
      openPosition: 'records.openPosition',
      rollOver: 'records.rollOver',
      settlePosition: 'records.settlePosition',
    },
  },
  spot: {
    name: 'records.spots',
    place: (receipt) => placeOf(ORDERS, { receipt, kind: 'spot' }),
    steps: {
      holdOrder: 'records.holdOrder',
      giveFill: 'records.giveFill',
      receiveFill: 'records.receiveFill',
      releaseRest: 'records.releaseRest',
    },
  },
  withdrawal: {
    name: 'title.withdrawal',
    place: (withdrawal) => placeOf(WITHDRAW, { withdrawal }),
    steps: {
      holdAmount: 'records.withdrawalHeld',
      consumeHold: 'records.withdrawalLeft',
      releaseHold: 'records.withdrawalReleased',
      returnAmount: 'records.withdrawalReturned',
    },
  },
  deposit: {
    name: 'records.deposits',
    place: (deposit) => placeOf(DEPOSIT, { deposit }),
    steps: { creditDeposit: 'records.creditDeposit' },
  },
  swap: {
    name: 'records.swaps',
    place: (swap) => placeOf(SWAP, { swap }),
    steps: { payFrom: 'records.payFrom', takeFee: 'records.takeFee', payTo: 'records.payTo' },
  },
  plan: {
    name: 'records.plans',
    place: (order) => placeOf(PLAN_ORDERS, { order }),
    steps: {
      holdPrincipal: 'records.planHeld',
      returnPrincipal: 'records.planReturned',
      accrue: 'records.planAccrued',
      takeFee: 'records.planFee',
      payOut: 'records.planPaidOut',
    },
  },
  savings: {
    name: 'records.savings',
    place: (deposit) => placeOf(SAVINGS, { deposit }),
    steps: {
      holdPrincipal: 'records.savingsHeld',
      payInterest: 'records.savingsInterest',
      returnPrincipal: 'records.savingsReturned',
    },
  },
  loan: {
    name: 'records.loans',
    place: (id) => placeOf(LOAN, { id }),
    steps: {
      payOut: 'records.loanPaidOut',
      repay: 'records.loanRepaid',
      collect: 'records.loanCollected',
    },
  },
  referral: {
    name: 'records.referral',
    steps: { level1: 'records.referralPaid', level2: 'records.referralPaid', level3: 'records.referralPaid' },
  },
  adjustment: { name: 'records.adjustments', steps: { adjust: 'records.adjust' } },
  user: { name: 'records.paper', steps: { paperGrant: 'records.paperGrant' } },
}

/** The label of a movement. One that this version of the app does not know comes from a newer server. */
export const labelOf = ({ cause, step }: Pick<MoneyRecord, 'cause' | 'step'>): UiKey =>
  causes[cause]?.steps[step] ?? 'records.other'

/** The page of a movement's cause, if there is one. */
export const causePlace = ({ cause, causeId }: Pick<MoneyRecord, 'cause' | 'causeId'>): string | undefined =>
  causes[cause]?.place?.(causeId)

/** The label of a cause. */
export const causeName = (cause: string): UiKey => causes[cause]?.name ?? 'records.other'
