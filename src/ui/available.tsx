import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { COVER_CURRENCY, type Cover } from '../rules/coverage.ts'
import css from './available.module.css'
import { formatAmount } from './format.ts'
import { placeOf } from './hash.ts'
import { useWords } from './i18n/index.ts'
import { LOAN, LOANS } from './places.ts'
import { useServices } from './services.ts'

/** What of a currency a form can take, as a decimal, and how a loan must stay covered, where one must. */
type AvailableProps = { currency: string; available: string; cover?: Cover | null | undefined }

/** What is available to a form: to someone with a loan as much as that leaves free, with the reason. */
export function Available({ currency, available, cover }: AvailableProps) {
  const { t, lang } = useWords()
  if (cover && currency === COVER_CURRENCY) {
    return <FreeOfLoan {...{ currency, available }} owed={cover.due} loan={cover.id} />
  }
  return t('currency.available', { amount: formatAmount(available, 'receive', currency, lang), currency })
}

type FreeOfLoanProps = Omit<AvailableProps, 'cover'> & {
  /** What must stay covered, as a decimal of USDT. */
  owed: string
  /** Its number; left out for all of them. */
  loan?: string
}

/** The lines of the same, without words, before it is known: nothing moves when it comes. */
export function AvailableSoon({ currency }: { currency: string }) {
  const { session } = useServices()
  const owes = useSelector(session, ({ context }) => context.userInfo?.owes ?? false)
  return (
    <span className={css.soon}>
      {owes ? (
        <FreeOfLoan currency={currency} available="10000" owed="10000" />
      ) : (
        <Available {...{ currency }} available="0" />
      )}
    </span>
  )
}

/** How much a loan leaves free, why, and the way to it. */
export function FreeOfLoan({ currency, available, owed, loan }: FreeOfLoanProps) {
  const { t, lang } = useWords()
  const free = `${formatAmount(available, 'receive', currency, lang)} ${currency}`
  const due = `${formatAmount(owed, 'pay', COVER_CURRENCY, lang)} ${COVER_CURRENCY}`
  return (
    <>
      {t('cover.free', { amount: free, owed: due })}{' '}
      <Link className={css.link} href={loan === undefined ? LOANS : placeOf(LOAN, { id: loan })}>
        {t('cover.loan')}
      </Link>
    </>
  )
}
