import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, mulDiv, parseMoney, trimZeros } from '../money/money.ts'
import { type LeverForm, type LeverTerms, mostWithin, reserveOf } from './form.ts'
import { COLLATERAL } from './lever.ts'
import { contractBy, findContract, leverages } from './terms.ts'

/** The form with a leverage on offer: its own if it is, else the highest one below. */
export function fitLever(form: LeverForm, { rules = 'paper' }: Pick<LeverTerms, 'rules'>): LeverForm {
  const contract = findContract(form.symbol)
  const most = (contract && contractBy(rules, contract).tiers[0]?.leverageMax) ?? 1
  if (form.leverage <= most) return form
  return { ...form, leverage: leverages.findLast((each) => each <= most) ?? 1 }
}

/** One change of the form. `share`: percent of the maximum that can be opened. */
export type LeverChange = Partial<Omit<LeverForm, 'symbol'>> | { share: number }

/** The form after a change. */
export function changeLever(form: LeverForm, change: LeverChange, terms: LeverTerms): LeverForm {
  if (!('share' in change)) return { ...form, ...change }
  return { ...form, quantity: shareOfMost(form, terms, change.share) }
}

/** How far a price may rise, in basis points, before the maximum filled in at it is too much. */
const MOST_ROOM_BPS = 20

/**
 * A share of the maximum quantity that will be accepted at this leverage: within the available amount, the tiers and the maximum order, and
 * a multiple of the unit; for a market order, even if the price has risen slightly by then.
 *
 * @param share in percent, 1 to 100
 * @returns a decimal; empty if not even the minimum is affordable
 */
export function shareOfMost(form: LeverForm, terms: LeverTerms, share: number): string {
  const known = findContract(form.symbol)
  const { available, price: current, rules = 'paper' } = terms
  if (!known || available === null) return ''
  const contract = contractBy(rules, known)
  const { scale, quantityScale } = instrumentOf(form.symbol)
  const shown = parseMoney(form.type === 'limit' ? form.price : current, scale)
  const price = shown && form.type === 'market' ? mulDiv(shown, 10_000n + BigInt(MOST_ROOM_BPS), 10_000n, 'up') : shown
  const [unit, max] = [contract.unit, contract.max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  const have = parseMoney(available, currencyOf(COLLATERAL).scale) ?? 0n
  if (!price || !unit || !max) return ''
  const ofUnit = reserveOf(form, unit, price) + 1n
  const exposure = parseMoney(terms.exposure, currencyOf(COLLATERAL).scale) ?? 0n
  const within = mostWithin(contract, price, exposure, form.leverage)
  const least = [have / ofUnit, within / unit, max / unit].reduce((a, b) => (a < b ? a : b))
  const units = mulDiv(least, BigInt(share), 100n, 'down')
  const text = formatMoney(units * unit, quantityScale)
  return units === 0n ? '' : trimZeros(text)
}
