import type { DepositFormActor } from '../../../machines/money/depositForm.ts'
import { currencies, currencyOf } from '../../../rules/money/currencies.ts'
import { TURNOVER_BPS } from '../../../rules/money/turnover.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatPlain } from '../../format/format.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { CurrencyField } from '../../parts/fields/currency-field.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { QrCode } from '../../parts/marks/qr-code.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import css from './deposit.module.css'
import { FormEnd } from './form-end.tsx'

const options = currencies.map(({ code }) => ({ currency: code }))

/** Depositing coins: currency, network and address; and the paper network, which sends some. */
export function CoinsForm({ actor }: { actor: DepositFormActor }) {
  const { t, lang } = useLabels()
  const { form, errors, failure, ground, busy, loading } = useShown(actor, (now) => ({
    form: now.context.form,
    errors: now.context.errors,
    failure: now.context.failure,
    ground: now.context.ground,
    busy: now.hasTag('busy') && !now.context.again,
    loading: now.hasTag('loading'),
  }))
  if (!ground) return null
  const { currency, network, amount } = form
  const isKnown = ground.start.currency === currency
  const isOther = !isKnown || ground.network !== network
  const { networks, crypto: terms } = ground.start
  const plain = (text: string) => formatPlain(text, lang)
  const choose = (choice: { currency: string; network: string }) => actor.send({ type: 'deposit.choose', choice })
  return (
    <>
      <div className={css.choices}>
        <CurrencyField
          label={t('currency.label')}
          value={currency}
          options={options}
          onChange={(chosen) => choose({ currency: chosen, network: '' })}
        />
        <SelectField
          label={t('network.label')}
          value={network}
          options={isKnown ? networks.map(({ code, name }) => ({ value: code, label: name })) : []}
          onChange={(chosen) => choose({ currency, network: chosen })}
        />
      </div>
      <Card>
        <div className={css.address} aria-busy={(loading && isOther) || undefined}>
          {ground.address !== null && (
            <>
              <QrCode text={ground.address} label={t('deposit.qr')} className={css.qr} />
              <div className={css.own}>
                {t('deposit.address')}
                <span className={css.code} translate="no">
                  {ground.address.match(/.{1,4}/g)?.map((four, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a part of an address is its place
                    <span key={at}>{four}</span>
                  ))}
                </span>
                <CopyButton text={ground.address} label={t('action.copyAddress')} words />
              </div>
            </>
          )}
        </div>
      </Card>
      <Callout tone="paper">{t('deposit.paper')}</Callout>
      {isKnown && terms === null ? (
        <Callout>{t('deposit.noPrice', { currency })}</Callout>
      ) : (
        <Form
          label={t('title.deposit')}
          found={failure?.refusal ?? errors}
          onSubmit={() => actor.send({ type: 'deposit.submit' })}
        >
          <AmountField
            label={t('amount.label')}
            hint={terms && t('deposit.least', { min: plain(terms.min), currency })}
            limit={terms && t('deposit.left', { left: plain(terms.left) })}
            error={fieldError({ errors, failure }, 'amount', amount)}
            value={amount}
            onChange={(value) => actor.send({ type: 'deposit.change', value })}
            measure={currencyOf(currency)}
            name="amount"
          />
          <FormEnd actor={actor} />
          <ActionBar fixed>
            <Button type="submit" busy={busy} disabled={loading}>
              {amount === ''
                ? t('deposit.send', { currency })
                : t('deposit.sendAmount', { amount: plain(amount), currency })}
            </Button>
            <p className="fine">{t('deposit.turnover', { share: formatBps(TURNOVER_BPS, lang) })}</p>
          </ActionBar>
        </Form>
      )}
    </>
  )
}
