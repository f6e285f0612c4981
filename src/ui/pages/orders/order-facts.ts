import type { ComponentType, ReactNode } from 'react'
import type { AnyStateMachine } from 'xstate'
import type { receiptMachine } from '../../../machines/trade/receipt.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import type { UiKey, useLabels } from '../../i18n/index.ts'
import type { FactTable } from '../../parts/lists/list.tsx'

export type Labels = ReturnType<typeof useLabels>

/** What orders of all kinds have. */
export type AnyOrder = {
  id: string
  symbol: string
  currency: string
  state: string
  acceptedAt: number
  settledAt: number | null
}

/** Whether an order waits for its own price, and not for the next tick. */
export const isResting = <O extends { dealPrice: string | null; price: string | null }>(
  order: O,
): order is O & { price: string } => order.dealPrice === null && order.price !== null

/** An act on an order: its button, the orders that have it, when it is possible, and the sheet that confirms it. */
export type ActFacts<O> = {
  label: UiKey
  /** Whether an open order has the button: it keeps its place while the act is not possible. */
  applies(order: O): boolean
  isPossible(order: O): boolean
  Sheet: ComponentType<{ order: O; open: boolean; onClose: () => void }>
}

/** A section of a receipt: recorded ticks, then facts; or a text instead of them. */
export type SectionFacts = {
  id?: string
  title: string
  ticks?: readonly RecordedTick[]
  facts?: FactTable
  text?: string
}

/** The receipt of an order. */
export type ReceiptFacts = {
  /** The main figure, with its label and unit. */
  label: string
  figure: ReactNode
  unit: string
  /** The verified ticks, or a note if there is none yet. */
  ticks: readonly RecordedTick[]
  nothing: string
  /** What happened to it. */
  story: readonly (SectionFacts | false | null)[]
  /** The rules that decided it. */
  rules: readonly (string | false | null)[]
  terms: FactTable
  ledger: FactTable
  /** Further statements that only the server makes. */
  stated?: FactTable
}

/** What a kind of order shows of itself. `OrderCard`, `EndedOrder` and `ReceiptPage` draw it. */
export type OrderFacts<O extends AnyOrder, Answer extends { order: O } = { order: O }> = {
  machine: AnyStateMachine
  receiptMachine: typeof receiptMachine
  side(order: O, words: Labels): { way: Direction; text: string }
  /** Its quantity; `ended`: in the history. */
  size(order: O, words: Labels, ended?: boolean): string
  /** On the card: for how long it runs. */
  period?(order: O, words: Labels): string
  /** Its state, and once closed, the cause. */
  standing(order: O, words: Labels): string
  /** On the card: its progress, instead of its P&L and state. */
  Progress?: ComponentType<{ order: O }>
  /** On the card, beside its progress: what it waits for. Decorative: `Progress` says it to screen readers. */
  waiting?(order: O, words: Labels): string | false
  /** On the card: its notional at a price. */
  notionalAt?(order: O, price: string, words: Labels): string | undefined
  /** On the card: realised or unrealised P&L; its return on margin instead of its state, while nothing is asked of it; and a second line. */
  profit?(order: O, ended: boolean): ReactNode
  roe?(order: O): ReactNode
  cause?(order: O, words: Labels): string | null
  /** In the history: its result. */
  outcome(order: O): ReactNode
  /** On the card, above the figures: the same, drawn. */
  line?(order: O, ended: boolean): ReactNode
  figures(order: O, words: Labels, ended: boolean): FactTable
  /** In a table: the price of its entry or its limit, and the prices that end it; its margin, stake or reserve. Decimals. */
  columns(order: O): {
    price: string | null
    liquidation?: string | null
    margin: string
    takeProfit?: string | null
    stopLoss?: string | null
  }
  acts: readonly ActFacts<O>[]
  hasReceipt(order: O, ended: boolean): boolean
  /** Where the order comes from, as a link, and in the history as text. */
  Origin?: ComponentType<{ order: O }>
  OriginText?: ComponentType<{ order: O }>
  receipt(answer: Answer, words: Labels, ended: boolean): ReceiptFacts
}
