import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import { leverTermsNow, validateLeverNow } from '../../../machines/trade/leverForm.ts'
import { netIfReached, plannedContract } from '../../../rules/lever/figures.ts'
import { changeLever, type LeverChange, type LeverField } from '../../../rules/lever/form.ts'
import { fundingOf } from '../../../rules/lever/funding.ts'
import { deliveryOf, leverages } from '../../../rules/lever/terms.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatBps, formatPlain, formatTimeMs } from '../../format/format.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { figuresOf } from '../orders/figures.tsx'
import { sides } from '../orders/sides.ts'
import { SizeField } from '../orders/size-field.tsx'
import { StopFields } from '../orders/stop-fields.tsx'
import { Ticket } from '../orders/ticket.tsx'
import { DirectionField, EndPrice, TypeFields } from '../orders/ticket-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'

/** A contract's cost, its liquidation price, and the maximum loss. */
export function LeverForm({ actor }: { actor: LeverActor }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { deal } = offer
  const { currency } = deal
  const { symbol, direction, type, quantity, leverage } = form
  const { base } = instrumentOf(symbol)
  const { errors, summary } = validateLeverNow({ form, offer, now })
  const { money, signed, price } = figuresOf({ symbol, currency }, 'pay')
  const change = (next: LeverChange) => actor.send({ type: 'form.change', change: next })
  const wrong = (field: LeverField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const leverageMax = deal.tiers[0]?.leverageMax ?? 1
  const delivery = deliveryOf(instrumentOf(symbol), serverNow())
  const funding = fundingOf(symbol)
  const moveBps = summary?.moveBps ?? null
  return (
    <Ticket
      actor={actor}
      label={t('lever.form')}
      errors={errors}
      estimate={[
        {
          term: t(type === 'limit' ? 'lever.limitPrice' : 'lever.priceAbout'),
          value: price(summary?.price ?? now.price),
        },
        { term: t('lever.worth'), value: money(summary?.notional) },
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
        { term: t('lever.margin'), value: money(summary?.margin) },
        { term: t('lever.maintenance'), value: money(summary?.maintenance) },
        {
          term: t('lever.fees'),
          value: summary ? (
            <>
              {money(summary.fee)} + {money(summary.closeFee)}
            </>
          ) : (
            '–'
          ),
        },
        funding &&
          summary && {
            term: t('lever.fundingEvery', { hours: funding.hours }),
            value: signed(summary.funding ?? '0', 'result'),
          },
        { term: t('lever.liquidation'), value: <EndPrice {...form} price={summary?.liquidation} moveBps={moveBps} /> },
        summary?.liquidationFee && { term: t('lever.liquidationFee'), value: money(summary.liquidationFee) },
        delivery !== null && { term: t('lever.delivery'), value: formatTimeMs(delivery) },
      ]}
      worst={{ term: t('lever.worst'), value: money(summary?.worst), isLoss: true }}
      past={{ direction, moveBps }}
      way={sides.lever[direction].way}
      closed={deal.closed}
      reserved={summary && t('lever.holds', { amount: formatAmount(summary.reserve, 'pay', currency, lang), currency })}
      submit={
        summary
          ? t(`lever.open.${direction}`, { quantity: formatPlain(quantity, lang), currency: base, leverage })
          : t('lever.enterQuantity')
      }
      fine={[
        t('lever.fine'),
        t('lever.liquidationFeeNote', { rate: formatBps(deal.liquidationFeeBps, lang) }),
        funding && t('lever.fundingNote'),
      ]}
    >
      <DirectionField kind="lever" value={direction} onChange={change} />
      <TypeFields form={form} price={now.price} error={wrong('price', form.price)} onChange={change} />
      <div>
        <Choice
          legend={t('lever.leverage')}
          look="pills"
          value={String(leverage)}
          options={leverages
            .filter((each) => each <= leverageMax)
            .map((each) => ({ value: String(each), label: `${each}×` }))}
          onChange={(value) => change({ leverage: Number(value) })}
        />
        {wrong('leverage') && <Callout tone="bad">{wrong('leverage')}</Callout>}
      </div>
      <SizeField
        symbol={symbol}
        terms={deal}
        error={wrong('quantity', quantity)}
        value={quantity}
        onChange={(text) => change({ quantity: text })}
        most={changeLever(form, { share: 100 }, leverTermsNow({ offer, now })).quantity}
        known={now.price !== ''}
        onShare={(share) => change({ share })}
      />
      <StopFields
        symbol={symbol}
        direction={direction}
        end={summary?.liquidation}
        values={form}
        currency={currency}
        netAt={(at) => summary && netIfReached(plannedContract(form, summary), at)}
        wrong={wrong}
        onChange={change}
        note={t('lever.stopsAhead')}
      />
    </Ticket>
  )
}
