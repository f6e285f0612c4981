import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { COVER_CURRENCY, type Cover, freeOf } from '../../rules/money/coverage.ts'
import { useServices } from '../app/services.ts'
import { formatAmount } from '../format/format.ts'
import { useLabels } from '../i18n/index.ts'
import { LOAN, LOANS } from '../router/places.ts'
import { placeOf } from '../router/router.ts'
import css from './available.module.css'

/** The balance of a currency available to a form, as a decimal, and the loan cover, if any. */
type AvailableProps = { currency: string; available: string; cover?: Cover | null | undefined }

/** The balance available to a form: with a loan, the part that its cover leaves free, with the reason. */
export function Available({ currency, available, cover }: AvailableProps) {
  const { t, lang } = useLabels()
  if (cover && currency === COVER_CURRENCY) {
    return <FreeOfLoan {...{ currency, available }} owed={cover.due} loan={cover.id} />
  }
  return t('currency.available', { amount: formatAmount(available, 'receive', currency, lang), currency })
}

type FreeOfLoanProps = Omit<AvailableProps, 'cover'> & {
  /** The required loan cover, as a decimal of USDT. */
  owed: string
  /** Its number; absent for all of them. */
  loan?: string
}

/** The available balance as the limit of a field, beside its label. */
export function AvailableLimit({ currency, available }: Pick<AvailableProps, 'currency' | 'available'>) {
  const { t, lang } = useLabels()
  return (
    <>
      {t('wallet.available')}{' '}
      <b className="nowrap">
        {formatAmount(available, 'receive', currency, lang)} {currency}
      </b>
    </>
  )
}

/** What a loan leaves free of a balance; nothing for a currency that covers none. */
export const CoverNote = ({ currency, available, cover }: AvailableProps & { cover: Cover }) =>
  currency === COVER_CURRENCY && (
    <Available {...{ currency, cover }} available={freeOf({ currency, available }, cover)} />
  )

/** Its empty lines before it is loaded, so that the layout does not shift. */
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

/** The balance that a loan leaves free, the reason, and a link to it. */
export function FreeOfLoan({ currency, available, owed, loan }: FreeOfLoanProps) {
  const { t, lang } = useLabels()
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
