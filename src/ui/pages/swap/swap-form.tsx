import { validateNow } from '../../../machines/money/swap-now.ts'
import type { SwapActor } from '../../../machines/money/swapForm.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import type { SwapChange } from '../../../rules/swap/swap.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatBps, formatPlain } from '../../format/format.ts'
import { formatSeconds } from '../../format/period.ts'
import { Available } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { messageText, useLabels } from '../../i18n/index.ts'
import { OfferFailure } from '../../offers/form.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { CurrencyField } from '../../parts/fields/currency-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { swap } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { ORDERS } from '../../router/places.ts'
import { SwapFacts } from './facts.tsx'
import css from './swap.module.css'

/** Both currencies, the estimated result, and the button for a quote. */
export function SwapForm({ actor }: { actor: SwapActor }) {
  const { t, lang } = useLabels()
  const { form, offer, prices, failure, busy } = useShown(actor, (now) => ({
    form: now.context.form,
    offer: now.context.offer,
    prices: now.context.prices,
    failure: now.context.failure,
    busy: now.hasTag('busy'),
  }))
  if (!offer) return null
  const { from, to, amount } = form
  const { available, errors, summary } = validateNow({ form, offer, prices })
  const change = (next: SwapChange) => actor.send({ type: 'swap.change', change: next })
  const reason =
    prices.market === 'closed' ? messageText('marketClosed') : prices.market === 'stale' ? t('swap.noPrice') : undefined
  const receive = summary && formatAmount(summary.receive, 'receive', to, lang)
  return (
    <Form label={t('swap.form')} found={failure?.refusal ?? errors} onSubmit={() => actor.send({ type: 'swap.quote' })}>
      <CurrencyField
        label={t('swap.from')}
        value={from}
        options={offer.currencies}
        onChange={(currency) => change({ from: currency })}
      />
      <AmountField
        label={t('swap.amount')}
        hint={<Available currency={from} available={available} cover={offer.cover} />}
        // An empty amount is not an error yet.
        error={amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        value={amount}
        onChange={(text) => change({ amount: text })}
        measure={currencyOf(from)}
        most={available}
      />
      <button type="button" className={css.turn} aria-label={t('swap.turn')} onClick={() => change({ turn: true })}>
        <Icon name={swap} size={22} />
      </button>
      <CurrencyField
        label={t('swap.to')}
        value={to}
        options={offer.currencies}
        hint={t('swap.about', { amount: receive ?? '–', currency: to })}
        error={fieldError({ errors, failure }, 'to')}
        onChange={(currency) => change({ to: currency })}
      />
      <SwapFacts
        from={from}
        to={to}
        rate={summary?.rate}
        spreadBps={offer.spreadBps}
        feeBps={offer.feeBps}
        fee={summary?.fee}
      />
      {offer.refusal && (
        <Callout
          action={
            <LinkButton kind="plain" small to={ORDERS}>
              {t('tab.trade')}
            </LinkButton>
          }
        >
          {messageText(offer.refusal)}
        </Callout>
      )}
      <OfferFailure failure={failure} />
      <ActionBar fixed>
        <div className={css.end}>
          <Button
            type="submit"
            busy={busy}
            disabled={!summary || offer.refusal !== null || Object.keys(errors).length > 0}
            reason={busy ? undefined : reason}
          >
            {summary && receive !== undefined
              ? t('swap.ask', { amount: formatPlain(summary.amount, lang), from, receive, to })
              : t('swap.enterAmount')}
          </Button>
          <p className="fine" data-hidden={(!busy && reason !== undefined) || undefined}>
            {t('swap.fine', { time: formatSeconds(offer.seconds, lang), drift: formatBps(offer.driftBps, lang) })}
          </p>
        </div>
      </ActionBar>
    </Form>
  )
}
