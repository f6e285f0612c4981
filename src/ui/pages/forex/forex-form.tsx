import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { forexTermsNow, validateForexNow } from '../../../machines/trade/forexForm.ts'
import { forexTypes } from '../../../rules/forex/entry.ts'
import { type ForexChange, type ForexField, forexOpensAtOnce, mostLots } from '../../../rules/forex/form.ts'
import { nextClose, nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatBps, formatPrice, formatRate, formatWeekday } from '../../format/format.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { BANK } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import { useClosed } from '../market/use-closed.ts'
import { figuresOf } from '../orders/figures.tsx'
import { sides } from '../orders/sides.ts'
import { StopFields } from '../orders/stop-fields.tsx'
import { Ticket } from '../orders/ticket.tsx'
import { LimitField, TypeField } from '../orders/ticket-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { DealField } from './deal-field.tsx'
import { dealAt, lotsText, pipsText } from './labels.ts'
import { LotsField } from './lots-field.tsx'
import { netIfForexReached, nightsPpm } from './profit.ts'

/** A position's cost, its stop-out, the maximum loss, and the weekend risk. */
export function ForexForm({ actor }: { actor: ForexActor }) {
  const { serverNow } = useServices()
  const words = useLabels()
  const { t, lang } = words
  const { form, offer, now, failure } = useOrderForm(actor)
  const instrument = instrumentOf(form.symbol)
  const closed = useClosed(instrument)
  if (!offer) return null
  const { pair } = offer
  const { currency } = pair
  const { symbol, direction, type, lots } = form
  const { errors, summary } = validateForexNow({ form, offer, now })
  const { money, signed } = figuresOf({ symbol, currency }, 'pay')
  const change = (next: ForexChange) => actor.send({ type: 'form.change', change: next })
  const wrong = (field: ForexField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const { scale } = instrument
  const free = freeOf(pair, offer.cover)
  const netAt = (at: string) => summary && netIfForexReached({ form, pair, summary }, at)
  const moveBps = summary?.moveBps ?? null
  const stopOut = summary?.stopOut
  const dealNow = dealAt(now.price, direction, pair)
  const opens = nextOpen(instrument.kind, serverNow())
  const closes = nextClose(instrument.kind, opens)
  return (
    <Ticket
      actor={actor}
      label={t('forex.form')}
      errors={errors}
      leverage={pair}
      estimate={[
        {
          term: t('forex.marginAt', { leverage: pair.leverage }),
          value: t('forex.marginOf', {
            margin: summary ? formatAmount(summary.margin, 'pay', currency, lang) : '–',
            free: `${formatAmount(free, 'receive', currency, lang)} ${currency}`,
          }),
        },
        {
          term: t('forex.spreadCost'),
          value: (
            <>
              {pipsText(pair, '0', pair.spread, words)} · {money(summary?.spread)}
            </>
          ),
        },
        {
          term: t('forex.night'),
          value: summary ? (
            <>
              {formatAmount(summary.night, 'result', currency, lang, { sign: true })}
              {' · '}
              {t('orders.aYear', { rate: formatRate(nightsPpm(summary), 2, lang) })}
            </>
          ) : (
            '–'
          ),
        },
        {
          term: t('forex.stopOutAt', { level: formatBps(pair.stopOutBps, lang) }),
          value: stopOut
            ? `${formatPrice(stopOut, scale, lang)} · ${pipsText(pair, summary.price, stopOut, words, { sign: true })}`
            : summary
              ? t('lever.none')
              : '–',
        },
        {
          term: t('orders.market'),
          value: closed
            ? t('market.closedUntil', { time: formatWeekday(opens, lang) })
            : t('forex.openUntil', { time: formatWeekday(closes, lang) }),
        },
      ]}
      callout={
        (!pair.cardBound || failure?.refusal?.key === 'bankCardRequired') && (
          <Callout
            action={
              <LinkButton kind="plain" to={placeOf(BANK, { next: currentPlace() })}>
                {t('forex.toCard')}
              </LinkButton>
            }
          >
            {t('forex.cardWanted')}
          </Callout>
        )
      }
      worst={{ term: t('order.maxLoss'), value: money(summary?.worst), isLoss: true }}
      past={{ direction, moveBps }}
      warning={t('forex.gap', {
        closes: formatWeekday(closes, lang),
        opens: formatWeekday(nextOpen(instrument.kind, closes), lang),
      })}
      way={sides.forex[direction].way}
      closed={pair.closed}
      atOnce={
        forexOpensAtOnce(form, now.price) && !errors.price
          ? {
              text: t('orders.fillsAtOnce', {
                limit: formatPrice(form.price, scale, lang),
                price: formatPrice(now.price, scale, lang),
              }),
              wrong: false,
            }
          : undefined
      }
      also={{
        term: t(form.stopLoss === '' ? 'orders.noStop' : 'orders.atStop'),
        value: form.stopLoss === '' ? '' : signed(netAt(form.stopLoss), 'result'),
      }}
      act={
        summary && {
          act: t(sides.forex[direction].label),
          detail: `${lotsText(lots, words)} · ${formatPrice(summary.price, scale, lang)}`,
        }
      }
      missing={t('forex.enterLots')}
      fine={[type !== 'market' && t('forex.waits'), t('forex.fine')]}
    >
      <DealField value={direction} price={now.price} pair={pair} onChange={change} />
      <TypeField type={type} types={forexTypes} price={dealNow} onChange={change} />
      <LimitField form={form} price={dealNow} error={wrong('price', form.price)} onChange={change} />
      <LotsField
        pair={pair}
        value={lots}
        error={wrong('lots', lots)}
        summary={summary}
        most={now.price === '' ? undefined : mostLots(form, forexTermsNow({ offer, now }))}
        onChange={(text) => change({ lots: text })}
      />
      <StopFields
        symbol={symbol}
        direction={direction}
        from={summary?.price ?? now.price}
        end={summary?.stopOut}
        values={form}
        currency={currency}
        netAt={netAt}
        wrong={wrong}
        onChange={change}
        away={(from, to) => pipsText(pair, from, to, words)}
        note={t('lever.stopsAhead')}
      />
    </Ticket>
  )
}
