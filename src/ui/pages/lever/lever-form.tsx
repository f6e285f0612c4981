import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import { leverTermsNow, validateLeverNow } from '../../../machines/trade/leverForm.ts'
import { changeLever, type LeverChange } from '../../../rules/lever/change.ts'
import { netIfReached, plannedContract } from '../../../rules/lever/figures.ts'
import { type LeverField, opensAtOnce, type StopField } from '../../../rules/lever/form.ts'
import { fundingOf, fundingPpm, yearlyPpm } from '../../../rules/lever/funding.ts'
import { leverTypes } from '../../../rules/lever/lever.ts'
import { deliveryOf, leverages } from '../../../rules/lever/terms.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { useServices } from '../../app/services.ts'
import { formatBps, formatPlain, formatPrice, formatRate, formatTimeMs } from '../../format/format.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { figuresOf } from '../orders/figures.tsx'
import { sides } from '../orders/sides.ts'
import { SizeField } from '../orders/size-field.tsx'
import { StopFields } from '../orders/stop-fields.tsx'
import { Ticket } from '../orders/ticket.tsx'
import { DirectionField, EndPrice, LeverageField, LimitField, TypeField } from '../orders/ticket-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { PositionLine } from './position-line.tsx'

/** A contract's cost, its liquidation price, and the maximum loss. */
export function LeverForm({ actor }: { actor: LeverActor }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { deal } = offer
  const { currency } = deal
  const { symbol, direction, type, quantity, leverage } = form
  const { base, scale } = instrumentOf(symbol)
  const { errors, summary } = validateLeverNow({ form, offer, now })
  const { money, signed } = figuresOf({ symbol, currency }, 'pay')
  const change = (next: LeverChange) => actor.send({ type: 'form.change', change: next })
  const wrong = (field: LeverField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const leverageMax = deal.tiers[0]?.leverageMax ?? 1
  const delivery = deliveryOf(instrumentOf(symbol), serverNow())
  const funding = fundingOf(symbol)
  const moveBps = summary?.moveBps ?? null
  const netAt = (at: string) => summary && netIfReached(plannedContract(form, summary, deal.rules), at)
  const reached = (stop: StopField) => (errors[stop] || form[stop] === '' ? null : form[stop])
  const coins = (amount: string) => `${formatPlain(amount, lang)} ${base}`
  return (
    <Ticket
      actor={actor}
      label={t('lever.form')}
      errors={errors}
      leverage={deal}
      estimate={[
        {
          term: t('orders.notional'),
          value: summary ? (
            <>
              {coins(quantity)} · {money(summary.notional)}
            </>
          ) : (
            '–'
          ),
        },
        { term: t('lever.margin'), value: money(summary?.margin) },
        {
          term: t('lever.fees'),
          value: money(summary && sumOfShown([summary.fee, summary.closeFee], 'pay', currencyOf(currency))),
        },
        funding && {
          term: t('lever.fundingEvery', { hours: funding.hours }),
          value: (
            <>
              {formatRate(fundingPpm(funding, direction), 4, lang)}
              {' · '}
              {t('orders.aYear', { rate: formatRate(yearlyPpm(funding, direction), 2, lang) })}
            </>
          ),
        },
        { term: t('lever.liquidation'), value: <EndPrice {...form} price={summary?.liquidation} moveBps={moveBps} /> },
        summary?.liquidationFee && { term: t('lever.liquidationFee'), value: money(summary.liquidationFee) },
        {
          term: t('lever.tier'),
          value: summary ? (
            <>
              {money(summary.total)} · {t('lever.upTo', { leverage: summary.leverageMax })}
            </>
          ) : (
            '–'
          ),
        },
        delivery !== null && { term: t('lever.delivery'), value: formatTimeMs(delivery) },
      ]}
      worst={{ term: t('order.maxLoss'), value: money(summary?.worst), isLoss: true }}
      also={{
        term: t(form.stopLoss === '' ? 'orders.noStop' : 'orders.atStop'),
        value: form.stopLoss === '' ? '' : signed(netAt(form.stopLoss), 'result'),
      }}
      past={{ direction, moveBps }}
      way={sides.lever[direction].way}
      closed={deal.closed}
      atOnce={
        opensAtOnce(form, now.price) && !errors.price
          ? {
              text: t('orders.fillsAtOnce', {
                limit: formatPrice(form.price, scale, lang),
                price: formatPrice(now.price, scale, lang),
              }),
              wrong: false,
            }
          : undefined
      }
      act={summary && { act: t(`lever.open.${direction}`), detail: coins(quantity) }}
      missing={t('lever.enterQuantity')}
      fine={[
        t('lever.fine'),
        t('lever.liquidationFeeNote', { rate: formatBps(deal.liquidationFeeBps, lang) }),
        funding && t('lever.fundingNote'),
      ]}
    >
      <DirectionField value={direction} onChange={change} />
      <LeverageField
        value={leverage}
        leverages={leverages.filter((each) => each <= leverageMax)}
        most={summary?.leverageMax}
        error={wrong('leverage')}
        beside={<TypeField type={type} types={leverTypes} price={now.price} onChange={change} />}
        onChange={change}
      />
      <LimitField form={form} price={now.price} error={wrong('price', form.price)} onChange={change} />
      <SizeField
        value={quantity}
        error={wrong('quantity', quantity)}
        onChange={(text) => change({ quantity: text })}
        limits={deal}
        terms={{ symbol, price: summary?.price ?? (type === 'limit' ? form.price : now.price), leverage, currency }}
        units={UNITS}
        sizes={summary && { quote: summary.notional, margin: summary.margin }}
        available={{ available: freeOf(deal, offer.cover), currency }}
        shareOf={(share) => changeLever(form, { share }, leverTermsNow({ offer, now })).quantity}
      />
      <StopFields
        symbol={symbol}
        direction={direction}
        from={summary?.price ?? now.price}
        end={summary?.liquidation}
        values={form}
        currency={currency}
        netAt={netAt}
        wrong={wrong}
        onChange={change}
        note={t('lever.stopsAhead')}
      />
      {summary && (
        <PositionLine
          symbol={symbol}
          line={{
            direction,
            dealPrice: summary.price,
            liquidationPrice: summary.liquidation,
            takeProfit: reached('takeProfit'),
            stopLoss: reached('stopLoss'),
          }}
        />
      )}
    </Ticket>
  )
}

const UNITS = ['base', 'quote', 'margin'] as const
