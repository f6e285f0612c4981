import type { SpotActor } from '../../../machines/trade/spotForm.ts'
import { changeSpotNow, validateSpotNow, wouldNotRest } from '../../../machines/trade/spotForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { SPOT_PAST_BPS } from '../../../rules/market/pairs.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { parseMoney } from '../../../rules/money/money.ts'
import { fillsAtOnce, type SpotChange, type SpotField } from '../../../rules/spot/form.ts'
import { QUOTE, spotSides, spotTypes, timesInForce } from '../../../rules/spot/spot.ts'
import { formatBps, formatPlain, formatPrice } from '../../format/format.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { figuresOf } from '../orders/figures.tsx'
import css from '../orders/order-form.module.css'
import { sides } from '../orders/sides.ts'
import { SizeField } from '../orders/size-field.tsx'
import { Ticket } from '../orders/ticket.tsx'
import { LimitField, TypeField } from '../orders/ticket-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'

/** An order's estimated cost or proceeds by the thinnest possible order book, and the most it can cost or the least it brings. */
export function SpotForm({ actor }: { actor: SpotActor }) {
  const { t, lang } = useLabels()
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { pair } = offer
  const { symbol, type, side, quantity } = form
  const { base, scale } = instrumentOf(symbol)
  const { errors, summary } = validateSpotNow({ form, offer, now })
  const { money, price } = figuresOf({ symbol, currency: QUOTE }, 'exact')
  const change = (next: SpotChange) => actor.send({ type: 'form.change', change: next })
  const wrong = (field: SpotField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const isKnown = (parseMoney(now.price, scale) ?? 0n) > 0n
  const priced = isKnown ? summary : undefined
  const isMarket = type === 'market'
  const given = pair[side === 'buy' ? 'quote' : 'base']
  const isWrong = wouldNotRest({ form, now })
  const atOnce =
    form.timeInForce !== 'ioc' && !errors.price && fillsAtOnce(form, now.price)
      ? {
          text: t(isWrong ? 'orders.postOnlyFills' : 'orders.fillsAtOnce', {
            limit: formatPrice(form.price, scale, lang),
            price: formatPrice(now.price, scale, lang),
          }),
          wrong: isWrong,
        }
      : undefined
  return (
    <Ticket
      actor={actor}
      label={t('spot.form')}
      errors={errors}
      estimate={[
        { term: t('spot.worth'), value: money(summary?.worth) },
        isMarket && { term: t('spot.averageAbout'), value: price(summary?.average) },
        isMarket && { term: t('spot.slippage'), value: money(summary?.slippage ?? undefined) },
        isMarket && { term: t('spot.bound'), value: price(summary?.bound) },
        { term: t('fee.at', { rate: formatBps(pair.feeBps, lang) }), value: money(summary?.fee) },
        { term: t(`spot.total.${side}`), value: money(summary?.total) },
      ]}
      worst={{ term: t(`spot.worst.${side}`), value: money(priced?.worst), isLoss: side === 'buy' }}
      past={{ direction: side === 'buy' ? 'long' : 'short', moveBps: SPOT_PAST_BPS }}
      way={sides.spot[side].way}
      closed={pair.closed ?? (side === 'sell' ? pair.sellsClosed : null)}
      atOnce={atOnce}
      act={summary && { act: t(sides.spot[side].label), detail: `${formatPlain(quantity, lang)} ${base}` }}
      missing={t('lever.enterQuantity')}
      fine={[t('spot.fine')]}
    >
      <Choice
        legend={t('orders.side')}
        hideLegend
        value={side}
        options={spotSides.map((value) => ({ value, label: t(sides.spot[value].label), tone: sides.spot[value].way }))}
        onChange={(next) => change({ side: next, quantity: '' })}
      />
      <TypeField
        type={type}
        types={spotTypes}
        price={now.price}
        onChange={(next) => change({ ...next, timeInForce: 'gtc' })}
      />
      <LimitField form={form} price={now.price} error={wrong('price', form.price)} onChange={change} />
      {type === 'limit' && (
        <div>
          <Choice
            legend={t('spot.stands')}
            value={form.timeInForce}
            options={timesInForce.map((value) => ({ value, label: t(`spot.stands.${value}`) }))}
            onChange={(timeInForce) => change({ timeInForce })}
          />
          <p className={css.past}>{t(`spot.standsHint.${form.timeInForce}`)}</p>
        </div>
      )}
      <SizeField
        value={quantity}
        error={wrong('quantity', quantity)}
        onChange={(text) => change({ quantity: text })}
        limits={pair}
        terms={{ symbol, price: summary?.average ?? (isMarket ? now.price : form.price), leverage: 1, currency: QUOTE }}
        units={UNITS}
        sizes={summary && { quote: summary.worth }}
        available={{ available: freeOf(given, offer.cover), currency: given.currency }}
        shareOf={(share) => changeSpotNow({ form, offer, now }, { share }).quantity}
      />
    </Ticket>
  )
}

const UNITS = ['base', 'quote'] as const
