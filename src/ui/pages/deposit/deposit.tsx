import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { depositFormMachine } from '../../../machines/money/depositForm.ts'
import { depositList } from '../../../machines/money/deposits.ts'
import { findCurrency } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { useChanged } from '../../forms/form-fields.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { usePagesView } from '../../lists/paged-list.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { setQuery } from '../../router/place-query.ts'
import { useQuery } from '../../router/router.ts'
import { Again } from './again.tsx'
import { Arriving } from './arriving.tsx'
import { CoinsForm } from './coins-form.tsx'
import css from './deposit.module.css'
import { DepositList } from './deposit-list.tsx'
import { OneDeposit } from './one-deposit.tsx'
import { Transfer } from './transfer.tsx'

const ways = ['crypto', 'bank'] as const

/**
 * Depositing paper money: coins to an address, or a transfer. The place says which: `?way=bank`, `?currency=BTC`, and which deposit to
 * show: `?deposit=…`.
 */
export function DepositPage() {
  const { notice } = useServices()
  const { t } = useLabels()
  const query = useQuery()
  const way = query.get('way') === 'bank' ? 'bank' : 'crypto'
  const about = findCurrency(query.get('currency') ?? '')?.code
  const list = useActorOf(depositList, { kind: 'deposit' })
  const input = { way: 'crypto', choice: { currency: about ?? 'USDT', network: '' }, about, newRequestId } as const
  const form = useActorOf(depositFormMachine, input)
  const { start, failed, sent } = useShown(form, (now) => ({
    start: now.context.ground?.start,
    failed: now.hasTag('failed'),
    sent: now.context.sent?.state === 'succeeded' ? null : (now.context.sent?.id ?? null),
  }))
  const view = usePagesView(useSelector(list, (now) => now.children.pages))
  const credited = useSelector(list, ({ context }) => context.succeeded)
  const say = (key: 'submittedForReview' | 'depositCredited') =>
    notice.send({ type: 'notice.show', notice: { key, tone: 'good' } })
  const shown = query.get('deposit')
  const arriving = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const showSent = () => {
    list.send({ type: 'list.refresh' })
    say('submittedForReview')
  }
  useChanged(sent, () => {
    showSent()
    arriving.current?.scrollIntoView({ block: 'nearest' })
  })
  useChanged(credited, () => say('depositCredited'))
  if (failed) {
    return (
      <div className="page">
        <LoadFailure
          title={t('deposit.failed')}
          text={t('page.failedHint')}
          onRetry={() => form.send({ type: 'deposit.retry' })}
        />
        {view === 'ready' && <DepositList actor={list} />}
        <OneDeposit key={shown} id={shown} />
      </div>
    )
  }
  if (!start || (way === 'crypto' && view === 'loading'))
    return <Skeleton shapes={['line', 'line', 'card', 'line', 'button']} />
  return (
    <div className="page">
      <Again actor={form} />
      <Tabs
        label={t('deposit.ways')}
        tabs={ways.map((value) => ({ value, label: t(`deposit.way.${value}`) }))}
        value={way}
        onChange={(next) => setQuery({ way: next === 'bank' ? next : undefined })}
      >
        {way === 'bank' ? (
          <Transfer
            start={start}
            onSent={() => {
              showSent()
              below.current?.scrollIntoView({ block: 'nearest' })
            }}
          />
        ) : (
          <div ref={arriving} className={css.panel}>
            <Arriving actor={list} />
            <CoinsForm actor={form} />
          </div>
        )}
      </Tabs>
      <GuideLink slug="deposit" />
      <div ref={below}>
        <DepositList actor={list} />
      </div>
      <OneDeposit key={shown} id={shown} />
    </div>
  )
}
