import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { forexTermsNow, validateForexNow } from '../../../machines/trade/forexForm.ts'
import { changeForex, type ForexChange, type ForexField } from '../../../rules/forex/form.ts'
import { nextClose, nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatWeekday } from '../../format/format.ts'
import { shortName } from '../../format/instrument-names.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { BANK } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import { figuresOf } from '../orders/figures.tsx'
import { sides } from '../orders/sides.ts'
import { SizeField } from '../orders/size-field.tsx'
import { StopFields } from '../orders/stop-fields.tsx'
import { Ticket } from '../orders/ticket.tsx'
import { DirectionField, EndPrice } from '../orders/ticket-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { lotsText } from './labels.ts'
import { netIfForexReached } from './profit.ts'

/** A position's cost, its stop-out, the maximum loss, and the weekend risk. */
export function ForexForm({ actor }: { actor: ForexActor }) {
  const { serverNow } = useServices()
  const words = useLabels()
  const { t, lang } = words
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { pair } = offer
  const { currency } = pair
  const { symbol, direction, lots } = form
  const instrument = instrumentOf(symbol)
  const { errors, summary } = validateForexNow({ form, offer, now })
  const { money, signed, price } = figuresOf({ symbol, currency }, 'pay')
  const change = (next: ForexChange) => actor.send({ type: 'form.change', change: next })
  const wrong = (field: ForexField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const moveBps = summary?.moveBps ?? null
  const closes = nextClose(instrument.kind, nextOpen(instrument.kind, serverNow()))
  return (
    <Ticket
      actor={actor}
      label={t('forex.form')}
      errors={errors}
      estimate={[
        { term: t('forex.dealAbout'), value: price(summary?.price ?? now.price) },
        { term: t('lever.worth'), value: money(summary?.worth) },
        { term: `${t('lever.margin')} · 1:${pair.leverage}`, value: money(summary?.margin) },
        { term: t('forex.pip'), value: money(summary?.pip) },
        { term: t('forex.spreadCost'), value: money(summary?.spread) },
        { term: t('forex.night'), value: signed(summary?.night, 'result') },
        { term: t('forex.stopOut'), value: <EndPrice {...form} price={summary?.stopOut} moveBps={moveBps} /> },
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
      worst={{ term: t('lever.worst'), value: money(summary?.worst), isLoss: true }}
      past={{ direction, moveBps }}
      warning={t('forex.gap', {
        closes: formatWeekday(closes, lang),
        opens: formatWeekday(nextOpen(instrument.kind, closes), lang),
      })}
      way={sides.forex[direction].way}
      closed={pair.closed}
      reserved={summary && t('lever.holds', { amount: formatAmount(summary.reserve, 'pay', currency, lang), currency })}
      submit={
        summary
          ? t(`forex.do.${direction}`, { lots: lotsText(lots, words), name: shortName(instrument) })
          : t('forex.enterLots')
      }
      fine={[t('forex.fine')]}
    >
      <DirectionField kind="forex" value={direction} onChange={change} />
      <SizeField
        symbol={symbol}
        terms={pair}
        error={wrong('lots', lots)}
        value={lots}
        onChange={(text) => change({ lots: text })}
        most={changeForex(form, { share: 100 }, forexTermsNow({ offer, now })).lots}
        known={now.price !== ''}
        onShare={(share) => change({ share })}
      />
      <StopFields
        symbol={symbol}
        direction={direction}
        end={summary?.stopOut}
        values={form}
        currency={currency}
        netAt={(at) => summary && netIfForexReached({ form, pair, summary }, at)}
        wrong={wrong}
        onChange={change}
        note={t('lever.stopsAhead')}
      />
    </Ticket>
  )
}
