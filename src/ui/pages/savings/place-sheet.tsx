import { useSelector } from '@xstate/react'
import type { SavingsActor } from '../../../machines/money/savingsForm.ts'
import { judgeEntry } from '../../../machines/money/savingsForm.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatPlain, formatTime } from '../../format/format.ts'
import { Available } from '../../forms/available.tsx'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { OnceDoubt } from '../../forms/once-doubt.tsx'
import { useWords } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { SheetFoot } from '../../parts/sheet/sheet-foot.tsx'
import { KYC } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'

/** The chosen product: amount, result, cost of early withdrawal, and the button. */
export function PlaceSheet({ actor }: { actor: SavingsActor }) {
  const { t } = useWords()
  const { open, pending, days } = useShown(actor, (now) => ({
    open: now.hasTag('sheet'),
    pending: now.hasTag('pending'),
    days: judgeEntry(now.context)?.product.days ?? 0,
  }))
  return (
    <Sheet
      open={open}
      locked={pending}
      onClose={() => actor.send({ type: 'savings.back' })}
      title={t('savings.days', { count: days })}
    >
      {open && <Content actor={actor} />}
    </Sheet>
  )
}

function Content({ actor }: { actor: SavingsActor }) {
  const { t, lang } = useWords()
  const uncertain = useSelector(actor, (now) => now.hasTag('uncertain'))
  const pending = useSelector(actor, (now) => now.hasTag('pending'))
  const placed = useSelector(actor, (now) => (now.matches('placed') ? now.context.placed : null))
  const close = <Button onClick={() => actor.send({ type: 'savings.back' })}>{t('action.close')}</Button>
  if (placed) {
    return (
      <Statement
        icon={check}
        title={t('savings.placed')}
        text={t('savings.placedText', {
          total: formatPlain(placed.amount, lang),
          interest: formatPlain(placed.interest, lang),
          currency: placed.currency,
          date: formatTime(Math.floor(placed.maturesAt / 1000)),
        })}
        actions={close}
      />
    )
  }
  if (uncertain) {
    return (
      <OnceDoubt
        pending={pending}
        onCheck={() => actor.send({ type: 'savings.checkNow' })}
        where={t('savings.unknownText')}
        onClose={() => actor.send({ type: 'savings.back' })}
      />
    )
  }
  return <PlaceForm actor={actor} pending={pending} />
}

function PlaceForm({ actor, pending }: { actor: SavingsActor; pending: boolean }) {
  const { t, lang } = useWords()
  const { serverNow } = useServices()
  const { form, offer, failure } = useShown(actor, ({ context }) => ({
    form: context.form,
    offer: context.offer,
    failure: context.failure,
  }))
  const judged = judgeEntry({ form, offer })
  if (!judged || !offer) return null
  const { product, available, errors, summary } = judged
  const { currency, days } = product
  const money = (amount: string) => `${formatPlain(amount, lang)} ${currency}`
  const ends = serverNow() + days * offer.daySeconds * 1_000
  const isNameWanted = failure?.refusal?.key === 'verifyNameFirst' || failure?.refusal?.key === 'realNameFailed'
  return (
    <Form
      label={t('title.savings')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'savings.confirm' })}
    >
      <ShortDay seconds={offer.daySeconds} />
      <AmountField
        label={t('savings.amount')}
        hint={<Available currency={currency} available={available} cover={offer.cover} />}
        error={form.amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        value={form.amount}
        onChange={(amount) => actor.send({ type: 'savings.change', amount })}
        measure={currencyOf(currency)}
        most={available}
      />
      <Choice
        legend={t('savings.atEnd')}
        options={[
          { value: 'out', label: t('savings.payOut') },
          { value: 'again', label: t('savings.again'), note: t('savings.againHint') },
        ]}
        value={form.renew ? 'again' : 'out'}
        onChange={(value) => actor.send({ type: 'savings.renew', renew: value === 'again' })}
      />
      {summary && (
        <Facts
          facts={[
            { id: 'rate', term: t('savings.yearly'), value: formatBps(product.rateBps, lang) },
            { id: 'interest', term: t('savings.interest'), value: money(summary.interest) },
            { id: 'total', term: t('savings.total'), value: money(summary.total) },
            { id: 'ends', term: t('savings.ends'), value: formatTime(Math.floor(ends / 1000)) },
          ]}
        />
      )}
      <FormFailure failure={failure} />
      {isNameWanted && (
        <LinkButton kind="quiet" to={placeOf(KYC, { next: currentPlace() })}>
          {t('title.kyc')}
        </LinkButton>
      )}
      <SheetFoot note={t('savings.lose')}>
        <Button type="submit" busy={pending} disabled={!summary || Object.keys(errors).length > 0}>
          {summary && form.amount !== ''
            ? t('savings.confirm', { amount: formatPlain(form.amount, lang), currency })
            : t('savings.enterAmount')}
        </Button>
      </SheetFoot>
    </Form>
  )
}
