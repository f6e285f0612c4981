import type { ReactNode } from 'react'
import type { Deposit } from '../../../api/money/deposit.ts'
import { formatAmount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { CERTIFICATE } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { isCounting, useConfirmations } from './confirmations.ts'

/** The announced amount, or the credited one. */
export function DepositAmount({ deposit: { state, amount, arrived, currency } }: { deposit: Deposit }) {
  const { lang } = useLabels()
  return `${formatAmount(state === 'succeeded' ? (arrived ?? amount) : amount, 'exact', currency, lang)} ${currency}`
}

/** Further notes on a deposit: way and time, progress, and why the result differs from the announcement. */
export function useNotes(deposit: Deposit): readonly ReactNode[] {
  const { t, lang } = useLabels()
  const { way, currency, network, amount, arrived, state, reason, acceptedAt } = deposit
  const plain = (text: string) => formatPlain(text, lang)
  return [
    `${network?.name ?? t(`deposit.way.${way}`)} · ${formatTimeMs(acceptedAt)}`,
    isCounting(deposit) && <Confirmations deposit={deposit} />,
    arrived !== null &&
      arrived !== amount &&
      t('deposit.announced', { amount: plain(amount), arrived: plain(arrived), currency }),
    state === 'failed' && (reason === null ? t('deposit.nothingCame') : t('review.reason', { reason })),
  ].filter((note) => note !== false)
}

/** A link to the certificate of a credited deposit. */
export function CertificateLink({ deposit: { id, state } }: { deposit: Deposit }) {
  const { t } = useLabels()
  if (state !== 'succeeded') return null
  return (
    <LinkButton kind="quiet" small to={placeOf(CERTIFICATE, { cause: 'deposit', id })}>
      {t('title.certificate')}
    </LinkButton>
  )
}

/** Confirmations counted so far. */
function Confirmations({ deposit }: { deposit: Deposit }) {
  const { t } = useLabels()
  const { done, all } = useConfirmations(deposit)
  return t('deposit.confirmations', { done, all })
}
