import type { Deposit } from '../../../api/money/deposit.ts'
import type { Certificate } from '../../../api/money/records.ts'
import type { Withdrawal } from '../../../api/money/withdrawal.ts'
import { transferCertificate } from '../../../machines/money/records.ts'
import { findSendingNetwork } from '../../../rules/money/coin-networks.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useMask } from '../../app/hidden.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTime, formatTimeMs } from '../../format/format.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { RECORDS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { causeName, isMoved, labelOf, movedOf } from './labels.ts'
import { Printed } from './printed.tsx'
import css from './statement.module.css'

/** The certificate of a deposit or a withdrawal, to read and print: `?cause=withdrawal&id=…`. */
export function CertificatePage() {
  const query = useQuery()
  const [cause, id] = [query.get('cause') ?? '', query.get('id') ?? '']
  if (cause === '' || id === '') return <None title="records.none" text="records.noneHint" />
  return <OneCertificate key={`${cause} ${id}`} cause={cause} id={id} />
}

/** There is nothing to certify. */
function None({ title, text }: { title: UiKey; text: UiKey }) {
  const { t } = useLabels()
  return <Empty title={t(title)} text={t(text)} action={{ to: RECORDS, label: t('title.records') }} />
}

function OneCertificate({ cause, id }: { cause: string; id: string }) {
  const { t } = useLabels()
  const actor = useActorOf(transferCertificate, { cause, id })
  const { value, failed } = useShown(actor, (now) => ({ value: now.context.value, failed: now.hasTag('failed') }))
  if (value === 'none') return <None title="records.noCertificate" text="records.noCertificateHint" />
  return (
    <Printed
      value={value}
      failed={failed}
      onRetry={() => actor.send({ type: 'money.retry' })}
      shapes={['hero', 'card', 'card']}
      title={({ cause }) => t(causeName(cause))}
    >
      {(certificate) => (
        <>
          <Card>
            {certificate.cause === 'deposit' ? (
              <OfDeposit order={certificate.order} />
            ) : (
              <OfWithdrawal order={certificate.order} />
            )}
          </Card>
          <Card title={t('records.byLedger')}>
            <Movements certificate={certificate} />
          </Card>
          <p className="fine">{t('records.certificateFine')}</p>
        </>
      )}
    </Printed>
  )
}

/** A time of an order, in ms, in UTC: the same on every copy. */
const written = (ms: number | null) => (ms === null ? undefined : formatTimeMs(ms, 'UTC'))

/** Amounts with all of the ledger's decimals. */
function useMoney(currency: string): (amount: string, sign?: boolean) => string {
  const { lang } = useLabels()
  const mask = useMask()
  return (amount, sign = false) => `${mask(formatAmount(amount, 'exact', currency, lang, { sign }))} ${currency}`
}

function OfDeposit({ order }: { order: Deposit }) {
  const { t } = useLabels()
  const money = useMoney(order.currency)
  const { id, way, network, account, reference, amount, arrived, acceptedAt, countedAt, settledAt } = order
  const facts = [
    { term: t('withdrawal.amount'), value: money(arrived ?? amount) },
    { term: t('network.label'), value: network?.name ?? t(`deposit.way.${way}`) },
    { term: t('deposit.account'), value: way === 'again' ? undefined : <Code>{account}</Code> },
    { term: t('deposit.step.submitted'), value: written(acceptedAt) },
    { term: t('deposit.step.counted'), value: written(countedAt) },
    { term: t('deposit.state.succeeded'), value: written(settledAt) },
    { id: 'reference', term: t('records.reference'), value: reference && <Code>{reference}</Code> },
    { id: 'number', term: t('order.number'), value: <Code>{id}</Code> },
  ]
  return <Facts facts={facts.filter(({ value }) => value)} />
}

function OfWithdrawal({ order }: { order: Withdrawal }) {
  const { t } = useLabels()
  const money = useMoney(order.currency)
  const { id, network, address, label, amount, fee, receives, submittedAt, approvedAt, sentAt, settledAt } = order
  const facts = [
    { term: t('withdrawal.amount'), value: money(amount) },
    { term: t('withdrawal.feeInside'), value: money(fee) },
    { term: t('withdrawal.receives'), value: money(receives) },
    { term: t('network.label'), value: findSendingNetwork(network)?.name },
    { term: t('withdrawal.label'), value: label },
    { term: t('withdrawal.to'), value: <Code>{address}</Code> },
    { term: t('withdrawal.step.submitted'), value: written(submittedAt) },
    { term: t('withdrawal.step.approved'), value: written(approvedAt) },
    { term: t('withdrawal.step.sent'), value: written(sentAt) },
    { term: t('withdrawal.step.confirmed'), value: written(settledAt) },
    { term: t('order.number'), value: <Code>{id}</Code> },
  ]
  return <Facts facts={facts.filter(({ value }) => value)} />
}

const Code = ({ children }: { children: string }) => (
  <span className={css.code} translate="no">
    {children}
  </span>
)

/** Ledger movements, oldest first; reservations are labelled as such. */
function Movements({ certificate: { movements, order } }: { certificate: Certificate }) {
  const { t } = useLabels()
  const money = useMoney(order.currency)
  return (
    <Facts
      facts={movements.toReversed().map((movement) => ({
        id: movement.id,
        term: (
          <>
            {t(labelOf(movement))}
            <br />
            {formatTime(movement.at, 'UTC')}
          </>
        ),
        value: money(movedOf(movement), isMoved(movement)),
      }))}
    />
  )
}
