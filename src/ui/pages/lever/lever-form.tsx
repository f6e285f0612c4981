import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import { judgeLeverNow, leverTermsNow } from '../../../machines/trade/leverForm.ts'
import { netIfReached, plannedContract } from '../../../rules/lever/figures.ts'
import { changeLever, type LeverChange, type LeverField } from '../../../rules/lever/form.ts'
import { fundingOf } from '../../../rules/lever/funding.ts'
import { leverDirections, leverTypes } from '../../../rules/lever/lever.ts'
import { deliveryOf, leverages } from '../../../rules/lever/terms.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { FormFailure, fieldError } from '../../form-failure.tsx'
import { formatAmount, formatBps, formatPlain, formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Form } from '../../parts/form.tsx'
import { Facts } from '../../parts/list.tsx'
import { useServices } from '../../services.ts'
import { PriceSource } from '../market/price-source.tsx'
import { ConfirmOrder } from '../orders/confirm-order.tsx'
import { daysMoved } from '../orders/days-moved.ts'
import { Money, PriceText } from '../orders/figures.tsx'
import { NameCallout } from '../orders/name-callout.tsx'
import { SizeField } from '../orders/size-field.tsx'
import { StopFields } from '../orders/stop-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { whyNot } from '../orders/why-not.ts'

/** A contract's cost, its liquidation price, and the maximum loss, all above the button. */
export function LeverForm({ actor }: { actor: LeverActor }) {
  const { t, lang } = useWords()
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { deal, wanted } = offer
  const { symbol, type, quantity } = form
  const { base, quote, scale, quantityScale } = instrumentOf(symbol)
  const { errors, summary } = judgeLeverNow({ form, offer, now })
  const change = (next: LeverChange) => actor.send({ type: 'form.change', change: next })
  const most = changeLever(form, { share: 100 }, leverTermsNow({ offer, now })).quantity
  const wrong = (field: LeverField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const price = { code: quote, scale, shown: scale }
  const leverageMax = deal.tiers[0]?.leverageMax ?? 1
  return (
    <Form
      label={t('lever.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'form.confirm' })}
    >
      <Choice
        legend={t('lever.direction')}
        hideLegend
        value={form.direction}
        options={leverDirections.map((value) => ({
          value,
          label: t(`lever.direction.${value}`),
          note: t(`lever.directionHint.${value}`),
        }))}
        onChange={(direction) => change({ direction })}
      />
      <Choice
        legend={t('lever.type')}
        look="pills"
        value={type}
        options={leverTypes.map((value) => ({ value, label: t(`lever.type.${value}`) }))}
        onChange={(next) => change({ type: next, price: next === 'limit' ? now.price : '' })}
      />
      {type === 'limit' && (
        <AmountField
          label={t('lever.limitPrice')}
          error={wrong('price', form.price)}
          value={form.price}
          onChange={(text) => change({ price: text })}
          measure={price}
        />
      )}
      <div>
        <Choice
          legend={t('lever.leverage')}
          look="pills"
          value={String(form.leverage)}
          options={leverages
            .filter((each) => each <= leverageMax)
            .map((each) => ({ value: String(each), label: `${each}×` }))}
          onChange={(value) => change({ leverage: Number(value) })}
        />
        {wrong('leverage') && <Callout tone="bad">{wrong('leverage')}</Callout>}
      </div>
      <SizeField
        label={t('lever.quantity')}
        hint={t('lever.quantityHint', {
          min: formatPlain(deal.unit, lang),
          max: formatPlain(deal.max, lang),
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
      <StopFields
        symbol={symbol}
        direction={form.direction}
        end={summary?.liquidation}
        values={form}
        currency={deal.currency}
        netAt={(at) => summary && netIfReached(plannedContract(form, summary), at)}
        wrong={wrong}
        onChange={change}
        note={t('lever.stopsAhead')}
      />
      <Estimate actor={actor} />
      <FormFailure failure={failure} />
      <NameCallout wanted={wanted} failure={failure} />
      <Confirm actor={actor} />
      <div>
        <p className="fine">{t('lever.fine')}</p>
        <p className="fine">{t('lever.liquidationFeeNote', { rate: formatBps(deal.liquidationFeeBps, lang) })}</p>
        {fundingOf(symbol) && <p className="fine">{t('lever.fundingNote')}</p>}
        <PriceSource centred />
      </div>
    </Form>
  )
}

/** The order's figures at the current price: an estimate, by the server's rule. */
function Estimate({ actor }: { actor: LeverActor }) {
  const { serverNow } = useServices()
  const { t, lang } = useWords()
  const { form, offer, now } = useOrderForm(actor)
  const { summary } = judgeLeverNow({ form, offer, now })
  const { symbol } = form
  const currency = offer?.deal.currency ?? 'USDT'
  const delivery = deliveryOf(instrumentOf(symbol), serverNow())
  const funding = fundingOf(symbol)
  const money = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money as="pay" amount={amount} currency={currency} />
  const level = summary?.liquidation
  return (
    <Facts
      facts={[
        {
          id: 'price',
          term: t(form.type === 'limit' ? 'lever.limitPrice' : 'lever.priceAbout'),
          value: <PriceText symbol={symbol} price={summary?.price ?? (now.price || null)} />,
        },
        { id: 'worth', term: t('lever.worth'), value: money(summary?.notional) },
        {
          id: 'tier',
          term: t('lever.tier'),
          value: summary ? (
            <>
              {money(summary.total)} · {t('lever.upTo', { leverage: summary.leverageMax })}
            </>
          ) : (
            '–'
          ),
        },
        { id: 'margin', term: t('lever.margin'), value: money(summary?.margin) },
        { id: 'maintenance', term: t('lever.maintenance'), value: money(summary?.maintenance) },
        {
          id: 'fees',
          term: t('lever.fees'),
          value: summary ? (
            <>
              {money(summary.fee)} + {money(summary.closeFee)}
            </>
          ) : (
            '–'
          ),
        },
        ...(funding && summary
          ? [
              {
                id: 'funding',
                term: t('lever.fundingEvery', { hours: funding.hours }),
                value: <Money as="result" amount={summary.funding ?? '0'} currency={currency} sign />,
              },
            ]
          : []),
        {
          id: 'liquidation',
          term: t('lever.liquidation'),
          value:
            level === undefined ? (
              '–'
            ) : level === null ? (
              t('lever.none')
            ) : (
              <>
                <PriceText symbol={symbol} price={level} />
                {summary?.moveBps != null &&
                  ` · ${form.direction === 'long' ? '−' : '+'}${formatBps(summary.moveBps, lang)}`}
              </>
            ),
        },
        ...(summary?.liquidationFee
          ? [{ id: 'liquidationFee', term: t('lever.liquidationFee'), value: money(summary.liquidationFee) }]
          : []),
        ...(delivery === null
          ? []
          : [{ id: 'delivery', term: t('lever.delivery'), value: formatTime(Math.floor(delivery / 1000)) }]),
      ]}
    />
  )
}

/** The maximum loss, past moves, and the button. */
function Confirm({ actor }: { actor: LeverActor }) {
  const { t, lang } = useWords()
  const { form, offer, now, possible, busy } = useOrderForm(actor)
  const { summary } = judgeLeverNow({ form, offer, now })
  const { direction, leverage } = form
  const currency = offer?.deal.currency ?? 'USDT'
  const moveBps = summary?.moveBps ?? null
  return (
    <ConfirmOrder
      worst={[
        t('lever.worst'),
        <span key="worst" className="fall">
          {summary ? <Money as="pay" amount={summary.worst} currency={currency} /> : '–'}
        </span>,
      ]}
      past={moveBps === null ? undefined : { ...daysMoved(offer?.days ?? [], direction, moveBps), direction, moveBps }}
      kind={direction === 'long' ? 'rise' : 'fall'}
      busy={busy}
      possible={possible}
      reason={whyNot(t, now.market, offer?.deal.closed)}
      note={summary && t('lever.holds', { amount: formatAmount(summary.reserve, 'pay', currency, lang), currency })}
    >
      {summary
        ? t(`lever.open.${direction}`, {
            quantity: formatPlain(form.quantity, lang),
            currency: instrumentOf(form.symbol).base,
            leverage,
          })
        : t('lever.enterQuantity')}
    </ConfirmOrder>
  )
}
