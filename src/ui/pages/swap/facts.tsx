import { findInstrument } from '../../../rules/market/instruments.ts'
import { legsOf, SWAP_VIA, type SwapRate } from '../../../rules/swap/swap.ts'
import { formatAmount, formatBps, formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'

/** A rate as text: for a coin at its price's precision, between coins with all decimals. */
export function RateText({ rate: { base, quote, price } }: { rate: SwapRate }) {
  const { t, lang } = useLabels()
  const scale = findInstrument(`${base}${quote}`)?.scale
  return t('swap.rateValue', { base, quote, price: formatPrice(price, scale ?? 8, lang) })
}

type SwapFactsProps = {
  from: string
  to: string
  /** Absent if no price is known. */
  rate?: SwapRate | undefined
  /** Per leg, in basis points. */
  spreadBps: number
  feeBps: number
  fee?: string | undefined
}

/** What a swap costs. */
export function SwapFacts({ from, to, rate, spreadBps, feeBps, fee }: SwapFactsProps) {
  const { t, lang } = useLabels()
  const legs = legsOf(from, to).length
  return (
    <Facts
      facts={[
        { term: t('swap.rate'), value: rate ? <RateText rate={rate} /> : '–' },
        legs > 1 && { term: t('swap.via'), value: SWAP_VIA },
        { term: t('swap.spread'), value: formatBps(spreadBps * legs, lang) },
        {
          term: t('fee.at', { rate: formatBps(feeBps, lang) }),
          value: (
            <span className="nowrap">
              {fee === undefined ? '–' : formatAmount(fee, 'exact', SWAP_VIA, lang)} {SWAP_VIA}
            </span>
          ),
        },
      ]}
    />
  )
}
