import { judgeLeverNow } from '../../../machines/trade/leverForm.ts'
import { deliveryOf, leverages } from '../../../rules/contracts.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { leverDirections, leverTypes } from '../../../rules/lever.ts'
import { plannedContract } from '../../../rules/lever-figures.ts'
import { changeLever, type LeverChange, type LeverField } from '../../../rules/lever-form.ts'
import { daysMoved } from '../../../rules/lever-past.ts'
import { FormFailure, fieldError } from '../../form-failure.tsx'
import { formatAmount, formatBps, formatCount, formatPlain, formatTime } from '../../format.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Form } from '../../parts/form.tsx'
import { Facts } from '../../parts/list.tsx'
import { ShareSlider } from '../../parts/share-slider.tsx'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { PriceSource } from '../market/price-source.tsx'
import { Money, PriceText } from '../microtrade/figures.tsx'
import { namesRefused, ToKyc } from '../microtrade/name-wanted.tsx'
import css from '../orders/order-form.module.css'
import { whyNot } from '../orders/why-not.ts'
import type { LeverActor } from './lever-sheet.tsx'
import { StopFields } from './stop-fields.tsx'

/** What a contract costs, where it ends, and the most that can be lost: all before the button. */
export function LeverForm({ actor }: { actor: LeverActor }) {
  const { t, lang } = useWords()
  const { form, offer, now, failure, busy } = useShown(actor, (snapshot) => ({
    form: snapshot.context.form,
    offer: snapshot.context.offer,
    now: snapshot.context.now,
    failure: snapshot.context.failure,
    busy: snapshot.hasTag('pending'),
  }))
  if (!offer) return null
  const { deal, wanted } = offer
  const { symbol, type, quantity } = form
  const { base, quote, scale, quantityScale } = instrumentOf(symbol)
  const { errors, summary } = judgeLeverNow({ form, offer, now })
  const change = (next: LeverChange) => actor.send({ type: 'lever.change', change: next })
  const terms = { available: deal.available, price: now.price }
  const most = changeLever(form, { share: 100 }, terms).quantity
  const share = most === '' ? 0 : Math.min(100, Math.round((Number(quantity) / Number(most)) * 100) || 0)
  const wrong = (field: LeverField, text?: string) => (text === '' ? undefined : fieldError({ errors, failure }, field))
  const price = { code: quote, scale, shown: scale }
  const leverageMax = deal.tiers[0]?.leverageMax ?? 1
  return (
    <Form
      label={t('lever.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'lever.confirm' })}
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
      <div>
        <AmountField
          label={t('lever.quantity')}
          hint={t('lever.quantityHint', {
            min: formatPlain(deal.unit, lang),
            max: formatPlain(deal.max, lang),
            currency: base,
          })}
          error={quantity === '' && most === '' ? messageText('insufficientBalance') : wrong('quantity', quantity)}
          value={quantity}
          onChange={(text) => change({ quantity: text })}
          measure={{ code: base, scale: quantityScale, shown: quantityScale }}
          most={most === '' ? undefined : most}
        />
        <ShareSlider
          label={t('lever.share')}
          share={share}
          words={formatBps(share * 100, lang)}
          disabled={most === ''}
          onChange={(next) => change({ share: next })}
        />
      </div>
      <StopFields
        symbol={symbol}
        values={form}
        contract={summary && plannedContract(form, summary)}
        wrong={wrong}
        onChange={change}
      />
      <Estimate actor={actor} />
      <FormFailure failure={failure} />
      {(wanted || namesRefused.includes(failure?.refusal?.key ?? null)) && (
        <Callout action={<ToKyc />}>{t('microtrade.nameWanted')}</Callout>
      )}
      <Confirm actor={actor} summary={summary} busy={busy} />
      <div>
        <p className="fine">{t('lever.fine')}</p>
        <PriceSource centred />
      </div>
    </Form>
  )
}

/** What the order comes to at the price of now: as an estimate, and as the server would reckon it. */
function Estimate({ actor }: { actor: LeverActor }) {
  const { serverNow } = useServices()
  const { t, lang } = useWords()
  const { form, offer, now } = useShown(actor, ({ context }) => ({
    form: context.form,
    offer: context.offer,
    now: context.now,
  }))
  const { summary } = judgeLeverNow({ form, offer, now })
  const { symbol } = form
  const currency = offer?.deal.currency ?? 'USDT'
  const delivery = deliveryOf(instrumentOf(symbol), serverNow())
  const money = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money amount={amount} currency={currency} />
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
        ...(delivery === null
          ? []
          : [{ id: 'delivery', term: t('lever.delivery'), value: formatTime(Math.floor(delivery / 1000)) }]),
      ]}
    />
  )
}

type Summary = ReturnType<typeof judgeLeverNow>['summary']

/** The most that can be lost, what the past says of that, and the button: in sight however little of the sheet is. */
function Confirm({ actor, summary, busy }: { actor: LeverActor; summary: Summary; busy: boolean }) {
  const { t, lang } = useWords()
  const { form, offer, now, possible } = useShown(actor, (snapshot) => ({
    form: snapshot.context.form,
    offer: snapshot.context.offer,
    now: snapshot.context.now,
    possible: snapshot.can({ type: 'lever.confirm' }),
  }))
  const { base } = instrumentOf(form.symbol)
  const currency = offer?.deal.currency ?? 'USDT'
  const past = summary?.moveBps == null ? undefined : daysMoved(offer?.days ?? [], form.direction, summary.moveBps)
  const reason = whyNot(t, now.market, offer?.deal.closed)
  return (
    <div className={css.confirm}>
      <p className={css.worst}>
        <span>{t('lever.worst')}</span>
        <span className="fall">{summary ? <Money amount={summary.worst} currency={currency} /> : '–'}</span>
      </p>
      {past && past.days > 0 && (
        <p className={css.past}>
          {t(`lever.past.${form.direction}`, {
            moved: formatCount(past.moved, lang),
            days: formatCount(past.days, lang),
            move: formatBps(summary?.moveBps ?? 0, lang),
          })}
        </p>
      )}
      <Button
        type="submit"
        kind={form.direction === 'long' ? 'rise' : 'fall'}
        busy={busy}
        disabled={!possible}
        reason={busy ? undefined : reason}
        {...(summary ? { note: t('lever.holds', { amount: formatAmount(summary.reserve, 2, lang), currency }) } : {})}
      >
        {summary
          ? t(`lever.open.${form.direction}`, {
              quantity: formatPlain(form.quantity, lang),
              currency: base,
              leverage: form.leverage,
            })
          : t('lever.enterQuantity')}
      </Button>
    </div>
  )
}
