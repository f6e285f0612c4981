import type { SpotActor } from '../../../machines/trade/spotForm.ts'
import { changeSpotNow, judgeSpotNow } from '../../../machines/trade/spotForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { SPOT_PAST_BPS } from '../../../rules/market/pairs.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { parseMoney } from '../../../rules/money/money.ts'
import type { SpotChange, SpotField } from '../../../rules/spot/form.ts'
import { QUOTE, spotSides, spotTypes, timesInForce } from '../../../rules/spot/spot.ts'
import { Available } from '../../available.tsx'
import { FormFailure, fieldError } from '../../form-failure.tsx'
import { formatAmount, formatBps, formatPlain } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Form } from '../../parts/form.tsx'
import { Facts } from '../../parts/list.tsx'
import { PriceSource } from '../market/price-source.tsx'
import { ConfirmOrder } from '../orders/confirm-order.tsx'
import { daysMoved } from '../orders/days-moved.ts'
import { Money, PriceText } from '../orders/figures.tsx'
import { NameCallout } from '../orders/name-callout.tsx'
import css from '../orders/order-form.module.css'
import { sides } from '../orders/sides.ts'
import { SizeField } from '../orders/size-field.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { whyNot } from '../orders/why-not.ts'

/** An order's estimated cost or proceeds by the order book, and its worst case, all above the button. */
export function SpotForm({ actor }: { actor: SpotActor }) {
  const { t, lang } = useWords()
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { pair, wanted, cover } = offer
  const { symbol, type, side, quantity } = form
  const { base, scale, quantityScale } = instrumentOf(symbol)
  const { errors } = judgeSpotNow({ form, offer, now })
  const change = (next: SpotChange) => actor.send({ type: 'form.change', change: next })
  const most = changeSpotNow({ form, offer, now }, { share: 100 }).quantity
  const wrong = (field: SpotField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  return (
    <Form
      label={t('spot.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'form.confirm' })}
    >
      <Choice
        legend={t('spot.side')}
        hideLegend
        value={side}
        options={spotSides.map((value) => ({ value, label: t(`spot.side.${value}`) }))}
        onChange={(next) => change({ side: next, quantity: '' })}
      />
      {cover && side === 'buy' && (
        <p className="fine">
          <Available {...pair.quote} available={freeOf(pair.quote, cover)} cover={cover} />
        </p>
      )}
      <Choice
        legend={t('lever.type')}
        look="pills"
        value={type}
        options={spotTypes.map((value) => ({ value, label: t(`lever.type.${value}`) }))}
        onChange={(next) => change({ type: next, timeInForce: 'gtc', price: next === 'limit' ? now.price : '' })}
      />
      {type === 'limit' && (
        <>
          <AmountField
            label={t('lever.limitPrice')}
            error={wrong('price', form.price)}
            value={form.price}
            onChange={(text) => change({ price: text })}
            measure={{ code: QUOTE, scale, shown: scale }}
          />
          <div>
            <Choice
              legend={t('spot.stands')}
              look="pills"
              value={form.timeInForce}
              options={timesInForce.map((value) => ({ value, label: t(`spot.stands.${value}`) }))}
              onChange={(timeInForce) => change({ timeInForce })}
            />
            <p className={css.past}>{t(`spot.standsHint.${form.timeInForce}`)}</p>
          </div>
        </>
      )}
      <SizeField
        label={t('lever.quantity')}
        hint={t('lever.quantityHint', {
          min: formatPlain(pair.unit, lang),
          max: formatPlain(pair.max, lang),
          currency: base,
        })}
        error={wrong('quantity', quantity)}
        value={quantity}
        onChange={(text) => change({ quantity: text })}
        measure={{ code: base, scale: quantityScale, shown: quantityScale }}
        most={most}
        known={now.price !== ''}
        onShare={(share) => change({ share })}
      />
      <Estimate actor={actor} />
      <FormFailure failure={failure} />
      <NameCallout wanted={wanted} failure={failure} />
      <Confirm actor={actor} />
      <div>
        <p className="fine">{t('spot.fine')}</p>
        <PriceSource centred />
      </div>
    </Form>
  )
}

/** The order's figures at the current price with the thinnest possible order book: an estimate. */
function Estimate({ actor }: { actor: SpotActor }) {
  const { t, lang } = useWords()
  const { form, offer, now } = useOrderForm(actor)
  const { summary } = judgeSpotNow({ form, offer, now })
  const { symbol, side, type } = form
  const money = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money as="exact" amount={amount} currency={QUOTE} />
  const price = (text: string | undefined) => <PriceText symbol={symbol} price={text || null} />
  return (
    <Facts
      facts={[
        { id: 'now', term: t('lever.priceAbout'), value: price(now.price) },
        ...(type === 'market'
          ? [
              { id: 'average', term: t('spot.averageAbout'), value: price(summary?.average) },
              { id: 'slippage', term: t('spot.slippage'), value: money(summary?.slippage ?? undefined) },
              { id: 'bound', term: t('spot.bound'), value: price(summary?.bound) },
            ]
          : []),
        { id: 'worth', term: t('spot.worth'), value: money(summary?.worth) },
        {
          id: 'fee',
          term: t('spot.feeAt', { rate: formatBps(offer?.pair.feeBps ?? 0, lang) }),
          value: money(summary?.fee),
        },
        { id: 'total', term: t(`spot.total.${side}`), value: money(summary?.total) },
      ]}
    />
  )
}

/** Maximum cost and loss, or minimum proceeds; past moves, and the button. */
function Confirm({ actor }: { actor: SpotActor }) {
  const { t, lang } = useWords()
  const { form, offer, now, possible, busy } = useOrderForm(actor)
  const { summary } = judgeSpotNow({ form, offer, now })
  const { symbol, side } = form
  const { base, scale } = instrumentOf(symbol)
  const direction = side === 'buy' ? 'long' : 'short'
  const sellsClosed = side === 'sell' ? offer?.pair.sellsClosed : null
  const isKnown = (parseMoney(now.price, scale) ?? 0n) > 0n
  return (
    <ConfirmOrder
      worst={[
        t(`spot.worst.${side}`),
        <span key="worst" className={side === 'buy' ? 'fall' : undefined}>
          {summary && isKnown ? <Money as="exact" amount={summary.worst} currency={QUOTE} /> : '–'}
        </span>,
      ]}
      past={{ ...daysMoved(offer?.days ?? [], direction, SPOT_PAST_BPS), direction, moveBps: SPOT_PAST_BPS }}
      kind={sides.spot[side].way}
      busy={busy}
      possible={possible}
      reason={whyNot(t, now.market, offer?.pair.closed ?? sellsClosed)}
      note={
        summary && isKnown
          ? t('spot.holds', {
              amount: formatAmount(summary.held, 'exact', summary.gives, lang),
              currency: summary.gives,
            })
          : undefined
      }
    >
      {summary
        ? t(`spot.do.${side}`, { quantity: formatPlain(form.quantity, lang), currency: base })
        : t('lever.enterQuantity')}
    </ConfirmOrder>
  )
}
