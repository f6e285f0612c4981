import { type ReactNode, useMemo } from 'react'
import { map } from 'rxjs'
import type { Deposit } from '../../../api/money/deposit.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useNow } from '../../parts/bind.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { secondsLeft } from '../../parts/marks/countdown.ts'
import { CERTIFICATE } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'

/** The announced amount, or the credited one. */
export function DepositAmount({ deposit: { state, amount, arrived, currency } }: { deposit: Deposit }) {
  const { lang } = useLabels()
  return `${formatAmount(state === 'succeeded' ? (arrived ?? amount) : amount, 'exact', currency, lang)} ${currency}`
}

/** Further notes on a deposit: way and time, progress, and why the result differs from the announcement. */
export function useNotes(deposit: Deposit): readonly ReactNode[] {
  const { t, lang } = useLabels()
  const { way, currency, network, amount, arrived, state, reason, acceptedAt, countedAt } = deposit
  const isCounting = state === 'underReview' && countedAt !== null && network !== null
  const plain = (text: string) => formatPlain(text, lang)
  return [
    `${network?.name ?? t(`deposit.way.${way}`)} · ${formatTimeMs(acceptedAt)}`,
    isCounting && <Confirmations deposit={deposit} />,
    arrived !== null &&
      arrived !== amount &&
      t('deposit.announced', { amount: plain(amount), arrived: plain(arrived), currency }),
    state === 'failed' && (reason === null ? t('deposit.nothingCame') : t('deposit.reason', { reason })),
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

/** Confirmations counted by the paper network so far, by the server's clock. */
function Confirmations({ deposit: { acceptedAt, countedAt, network } }: { deposit: Deposit }) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const all = network?.confirmations ?? 0
  const until = countedAt ?? acceptedAt
  const done$ = useMemo(
    () =>
      secondsLeft(until, serverNow).pipe(
        map((left) => Math.floor(all * (1 - Math.min(1, (left * 1_000) / Math.max(1, until - acceptedAt))))),
      ),
    [until, acceptedAt, all, serverNow],
  )
  const done = useNow(done$, 0)
  const words = t('deposit.confirmations', { done, all })
  return (
    <>
      {words}
      <progress aria-label={words} max={all} value={done} />
    </>
  )
}
