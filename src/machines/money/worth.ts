import { detail, history, rates, turnover } from '../../api/money/worth.ts'
import { callOrKept } from '../actors/calls.ts'
import { moneyViewBy } from './moneyView.ts'

export const worthHistory = moneyViewBy(callOrKept(history, { quiet: true }))
export const walletDetail = moneyViewBy(callOrKept(detail))
export const walletTurnover = moneyViewBy(callOrKept(turnover, { quiet: true }))
export const walletRates = moneyViewBy(callOrKept(rates, { quiet: true }))
