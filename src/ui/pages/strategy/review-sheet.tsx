import type { StrategyActor } from '../../../machines/trade/strategyForm.ts'
import { validateStrategyNow } from '../../../machines/trade/strategyForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { SPOT_FEE_BPS } from '../../../rules/market/pairs.ts'
import type { Role } from '../../../rules/money/shown-amounts.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatCount, formatPlain } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { STRATEGY_ORDERS } from '../../router/places.ts'
import { navigate } from '../../router/router.ts'
import { between, Money, PriceText } from '../orders/figures.tsx'
import { whyNot } from '../orders/why-not.ts'

/** A strategy's possible loss and its cost, before it starts. */
export function ReviewSheet({ actor }: { actor: StrategyActor }) {
  const { t } = useLabels()
  const { open, type, symbol, pending, uncertain } = useShown(actor, (now) => ({
    open: now.hasTag('reviewing'),
    type: now.context.form.type,
    symbol: now.context.form.symbol,
    pending: now.hasTag('pending'),
    uncertain: now.hasTag('uncertain'),
  }))
  const toList = () => navigate(STRATEGY_ORDERS, { replace: true })
  return (
    <Sheet
      open={open}
      locked={pending}
      onClose={() => (uncertain ? toList() : actor.send({ type: 'strategy.back' }))}
      title={t('strategy.before')}
      description={`${pairOf(symbol)} · ${t(`strategy.type.${type}`)}`}
    >
      <Outcome actor={actor} done={null} where={t('strategy.unknownText')} onClose={toList}>
        {() => <Terms actor={actor} />}
      </Outcome>
    </Sheet>
  )
}

/** Its figures at the current price, the worst case last, and the button. */
function Terms({ actor }: { actor: StrategyActor }) {
  const { t, lang } = useLabels()
  const { form, loaded, now, possible, busy } = useShown(actor, (snapshot) => ({
    form: snapshot.context.form,
    loaded: snapshot.context.loaded,
    now: snapshot.context.now,
    possible: snapshot.can({ type: 'strategy.confirm' }),
    busy: snapshot.hasTag('pending'),
  }))
  const { summary } = validateStrategyNow({ form, loaded, now })
  if (!summary) return null
  const { type, symbol, amount } = form
  const { held, quantity, highest, profitLeast, profitMost, buysNow } = summary
  const usdt = (as: Role, of: string | null) =>
    of === null ? '–' : <Money as={as} amount={of} currency={QUOTE} sign={as === 'result'} />
  const price = (of: string | null) => <PriceText symbol={symbol} price={of} />
  const coins = `${formatPlain(quantity, lang)} ${instrumentOf(symbol).base}`
  const fee = { term: t('spot.feeRate'), value: formatBps(SPOT_FEE_BPS, lang) }
  const facts =
    type === 'recurring'
      ? [
          { term: t('strategy.howOften'), value: t('strategy.every', { count: Number(form.days) }) },
          { term: t('strategy.amount.recurring'), value: usdt('exact', amount) },
          { term: t('strategy.heldEach'), value: usdt('pay', held) },
          { term: t('strategy.boughtEach'), value: coins },
          fee,
        ]
      : [
          { term: t('strategy.range'), value: between(price(form.lower), price(form.upper)) },
          { term: t('strategy.grids'), value: formatCount(Number(form.grids), lang) },
          { term: t('strategy.buysNow'), value: formatCount(buysNow, lang) },
          { term: t('strategy.round'), value: between(usdt('result', profitLeast), usdt('result', profitMost)) },
          fee,
          { term: t('strategy.heldAll'), value: usdt('pay', held) },
          { term: t('strategy.coinsMost'), value: coins },
          { term: t('strategy.highest'), value: price(highest) },
        ]
  return (
    <>
      <Facts facts={facts} />
      <p className="fine">{t(`strategy.loses.${type}`)}</p>
      <ActionBar
        note={t('strategy.paper')}
        worst={{ term: t(`strategy.worst.${type}`), value: usdt('pay', held), isLoss: true }}
      >
        <Button
          busy={busy}
          disabled={!possible}
          reason={busy ? undefined : whyNot(t, now.market, null)}
          onClick={() => actor.send({ type: 'strategy.confirm' })}
        >
          {t(`strategy.start.${type}`)}
        </Button>
      </ActionBar>
    </>
  )
}
