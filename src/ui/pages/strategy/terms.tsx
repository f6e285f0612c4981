import type { StrategyActor } from '../../../machines/trade/strategyForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { SPOT_FEE_BPS } from '../../../rules/market/pairs.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney } from '../../../rules/money/money.ts'
import type { Role } from '../../../rules/money/shown-amounts.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import type { StrategyForm, StrategySummary } from '../../../rules/strategy/form.ts'
import { strategyNetAt } from '../../../rules/strategy/strategy.ts'
import { formatBps, formatCount, formatPlain } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { between, Money, Net } from '../orders/figures.tsx'
import { usePast } from './past.tsx'
import { cents, less, times } from './sums.ts'

type TermsProps = { form: StrategyForm; summary: StrategySummary | undefined }

/** A strategy's figures at the current price, compared with holding. */
export function Terms({ actor, form, summary }: TermsProps & { actor: StrategyActor }) {
  const { t, lang } = useLabels()
  const { past, span } = usePast(actor)
  const { type, symbol, lower } = form
  const { base } = instrumentOf(symbol)
  const usdt = (as: Role, of: string | null) =>
    of === null ? '–' : <Money as={as} amount={of} currency={QUOTE} sign={as === 'result'} />
  const price = formatPlain(lower, lang)
  const coins = summary && `${formatPlain(summary.quantity, lang)} ${base}`
  return (
    <Facts
      facts={[
        past && {
          term: t('strategy.holding', { base, span }),
          value: <Net net={cents(less(past.held, past.budget))} currency={QUOTE} unit />,
        },
        ...(!summary
          ? []
          : type === 'recurring'
            ? [{ term: t('strategy.perBuy'), value: coins }]
            : [
                {
                  term: t('strategy.round'),
                  value: between(usdt('result', summary.profitLeast), usdt('result', summary.profitMost)),
                },
                { term: t('strategy.buysNow'), value: formatCount(summary.buysNow, lang) },
                { term: t('strategy.atLower', { base, price }), value: <AtLower form={form} summary={summary} /> },
                { term: t('strategy.onlyHolds', { price }), value: coins },
              ]),
        { term: t('spot.feeRate'), value: formatBps(SPOT_FEE_BPS, lang) },
        type === 'recurring' && { term: t('strategy.tooLittle'), value: t('strategy.pauses') },
      ]}
    />
  )
}

/** The loss of a grid if the price fell to its lowest level at once: everything it buys, valued there. */
function AtLower({
  form: { symbol, lower },
  summary: { quantity, held },
}: {
  form: StrategyForm
  summary: StrategySummary
}) {
  const net = strategyNetAt({ symbol, coins: quantity, costs: held, realised: '0' }, lower)
  if (net === undefined) return '–'
  return <Net net={cents(formatMoney(net, currencyOf(QUOTE).scale))} currency={QUOTE} unit />
}

const YEAR_DAYS = 365

/** The worst case: all that a grid holds; of a recurring buy, which has no end, all that it buys in a year. */
export function useWorst({ form: { type, symbol, days }, summary }: TermsProps) {
  const { t, lang } = useLabels()
  if (!summary) return {}
  const { held } = summary
  const money = (amount: string) => <Money as="pay" amount={amount} currency={QUOTE} />
  if (type === 'grid') {
    const { base } = instrumentOf(symbol)
    return {
      worst: { term: t('order.maxLoss'), value: money(held), isLoss: true },
      also: { term: t('strategy.ifZero', { base }), value: t('strategy.noStop') },
    }
  }
  const buys = Math.ceil(YEAR_DAYS / Number(days))
  return {
    worst: { term: t('strategy.worst.recurring'), value: money(times(held, buys)), isLoss: true },
    also: {
      term: t('strategy.buysAYear', { buys: formatCount(buys, lang), days: formatCount(YEAR_DAYS, lang) }),
      value: t('strategy.noEnd'),
    },
  }
}
