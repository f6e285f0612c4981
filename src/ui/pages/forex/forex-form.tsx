import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { forexTermsNow, judgeForexNow } from '../../../machines/trade/forexForm.ts'
import { netIfForexReached } from '../../../rules/forex/figures.ts'
import { changeForex, type ForexChange, type ForexField } from '../../../rules/forex/form.ts'
import { LOT_SCALE } from '../../../rules/forex/pairs.ts'
import { leverDirections } from '../../../rules/lever/lever.ts'
import { nextClose, nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { FormFailure, fieldError } from '../../form-failure.tsx'
import { formatAmount, formatBps, formatCount, formatPlain, formatWeekday } from '../../format.ts'
import { currentPlace, placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { shortName } from '../../instrument-names.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Form } from '../../parts/form.tsx'
import { Facts } from '../../parts/list.tsx'
import { BANK } from '../../places.ts'
import { useServices } from '../../services.ts'
import { PriceSource } from '../market/price-source.tsx'
import { ConfirmOrder } from '../orders/confirm-order.tsx'
import { daysMoved } from '../orders/days-moved.ts'
import { Money, PriceText } from '../orders/figures.tsx'
import { NameCallout } from '../orders/name-callout.tsx'
import { sides } from '../orders/sides.ts'
import { SizeField } from '../orders/size-field.tsx'
import { StopFields } from '../orders/stop-fields.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { whyNot } from '../orders/why-not.ts'
import { lotsText } from './words.ts'

/** A position's cost, its stop-out, and the maximum loss, all above the button. */
export function ForexForm({ actor }: { actor: ForexActor }) {
  const { t, lang } = useWords()
  const { form, offer, now, failure } = useOrderForm(actor)
  if (!offer) return null
  const { pair, wanted } = offer
  const { symbol, direction, lots } = form
  const { errors, summary } = judgeForexNow({ form, offer, now })
  const change = (next: ForexChange) => actor.send({ type: 'form.change', change: next })
  const most = changeForex(form, { share: 100 }, forexTermsNow({ offer, now })).lots
  const wrong = (field: ForexField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const { base } = instrumentOf(symbol)
  return (
    <Form
      label={t('forex.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'form.confirm' })}
    >
      <Choice
        legend={t('lever.direction')}
        hideLegend
        value={direction}
        options={leverDirections.map((value) => ({
          value,
          label: t(sides.forex[value].label),
          note: t(`lever.directionHint.${value}`),
        }))}
        onChange={(next) => change({ direction: next })}
      />
      <SizeField
        label={t('forex.lots')}
        hint={t('forex.lotsHint', {
          min: formatPlain(pair.unit, lang),
          max: formatPlain(pair.max, lang),
          units: formatCount(pair.lot, lang),
          currency: base,
        })}
        error={wrong('lots', lots)}
        value={lots}
        onChange={(text) => change({ lots: text })}
        measure={{ code: t('forex.lot'), scale: LOT_SCALE, shown: LOT_SCALE }}
        most={most}
        known={now.price !== ''}
        onShare={(share) => change({ share })}
      />
      <StopFields
        symbol={symbol}
        direction={form.direction}
        end={summary?.stopOut}
        values={form}
        currency={pair.currency}
        netAt={(price) => summary && netIfForexReached({ form, pair, summary }, price)}
        wrong={wrong}
        onChange={change}
        note={t('lever.stopsAhead')}
      />
      <Estimate actor={actor} />
      <FormFailure failure={failure} />
      <NameCallout wanted={wanted} failure={failure} />
      {(!pair.cardBound || failure?.refusal?.key === 'bankCardRequired') && (
        <Callout
          action={
            <LinkButton kind="plain" to={placeOf(BANK, { next: currentPlace() })}>
              {t('forex.toCard')}
            </LinkButton>
          }
        >
          {t('forex.cardWanted')}
        </Callout>
      )}
      <Confirm actor={actor} />
      <div>
        <p className="fine">{t('forex.fine')}</p>
        <PriceSource centred />
      </div>
    </Form>
  )
}

/** The order's figures at the current price: an estimate, by the server's rule. */
function Estimate({ actor }: { actor: ForexActor }) {
  const { t, lang } = useWords()
  const { form, offer, now } = useOrderForm(actor)
  const { summary } = judgeForexNow({ form, offer, now })
  const currency = offer?.pair.currency ?? 'USDT'
  const money = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money as="pay" amount={amount} currency={currency} />
  const level = summary?.stopOut
  const move = summary?.moveBps ?? null
  return (
    <Facts
      facts={[
        {
          id: 'price',
          term: t('forex.dealAbout'),
          value: <PriceText symbol={form.symbol} price={summary?.price ?? (now.price || null)} />,
        },
        { id: 'worth', term: t('lever.worth'), value: money(summary?.worth) },
        {
          id: 'margin',
          term: `${t('lever.margin')} · 1:${offer?.pair.leverage ?? 1}`,
          value: money(summary?.margin),
        },
        { id: 'pip', term: t('forex.pip'), value: money(summary?.pip) },
        { id: 'spread', term: t('forex.spreadCost'), value: money(summary?.spread) },
        {
          id: 'night',
          term: t('forex.night'),
          value: summary ? <Money as="result" amount={summary.night} currency={currency} sign /> : '–',
        },
        {
          id: 'stopOut',
          term: t('forex.stopOut'),
          value:
            level === undefined ? (
              '–'
            ) : level === null ? (
              t('lever.none')
            ) : (
              <>
                <PriceText symbol={form.symbol} price={level} />
                {move !== null && ` · ${form.direction === 'long' ? '−' : '+'}${formatBps(move, lang)}`}
              </>
            ),
        },
      ]}
    />
  )
}

/** The maximum loss, the weekend risk, past moves, and the button. */
function Confirm({ actor }: { actor: ForexActor }) {
  const { serverNow } = useServices()
  const words = useWords()
  const { t, lang } = words
  const { form, offer, now, possible, busy } = useOrderForm(actor)
  const { summary } = judgeForexNow({ form, offer, now })
  const { direction } = form
  const instrument = instrumentOf(form.symbol)
  const currency = offer?.pair.currency ?? 'USDT'
  const moveBps = summary?.moveBps ?? null
  const closes = nextClose(instrument.kind, nextOpen(instrument.kind, serverNow()))
  return (
    <ConfirmOrder
      worst={[
        t('lever.worst'),
        <span key="worst" className="fall">
          {summary ? <Money as="pay" amount={summary.worst} currency={currency} /> : '–'}
        </span>,
      ]}
      past={moveBps === null ? undefined : { ...daysMoved(offer?.days ?? [], direction, moveBps), direction, moveBps }}
      warning={t('forex.gap', {
        closes: formatWeekday(closes, lang),
        opens: formatWeekday(nextOpen(instrument.kind, closes), lang),
      })}
      kind={direction === 'long' ? 'rise' : 'fall'}
      busy={busy}
      possible={possible}
      reason={whyNot(t, now.market, offer?.pair.closed)}
      note={summary && t('lever.holds', { amount: formatAmount(summary.reserve, 'pay', currency, lang), currency })}
    >
      {summary
        ? t(`forex.do.${direction}`, { lots: lotsText(form.lots, words), name: shortName(instrument) })
        : t('forex.enterLots')}
    </ConfirmOrder>
  )
}
