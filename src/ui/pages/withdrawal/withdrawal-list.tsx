import { useActorRef, useSelector } from '@xstate/react'
import type { Withdrawal } from '../../../api/withdrawal.ts'
import { findSendingNetwork } from '../../../rules/coin-networks.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { CopyButton } from '../../copy-button.tsx'
import { formatAmount, formatPlain, formatTime } from '../../format.ts'
import { placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { More, usePagesView } from '../../paged-list.tsx'
import { usePart } from '../../part.ts'
import { LinkButton } from '../../parts/button.tsx'
import { withdraw as drawing } from '../../parts/drawings.ts'
import { Facts } from '../../parts/list.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { TransferRow } from '../../parts/transfer-row.tsx'
import { CERTIFICATE } from '../../places.ts'
import { useReconnected } from '../../reconnected.ts'
import { useServices } from '../../services.ts'
import { shortAddress } from './address-button.tsx'
import { withdrawal } from './part.ts'
import { useSteps } from './steps.ts'
import css from './withdrawal.module.css'
import type { WithdrawalActor } from './withdrawal.tsx'

/** What someone withdrew before the newest, which stands above the form. */
export function WithdrawalList({ actor }: { actor: WithdrawalActor }) {
  const { inspection } = useServices()
  const machines = usePart(withdrawal)
  const { t } = useWords()
  const list = useActorRef(machines.list, { ...inspection, input: { kind: 'withdrawal' } })
  const pages = useSelector(list, (now) => now.children.pages)
  const view = usePagesView(pages)
  const orders = useSelector(list, ({ context }) => context.orders)
  const newest = useSelector(actor, ({ context }) => context.asked.newest?.id)
  useReconnected(() => list.send({ type: 'list.refresh' }))
  const earlier = orders.filter(({ id }) => id !== newest)
  if (view === 'ready' && earlier.length === 0 && newest !== undefined) return null
  return (
    <section className={css.list} aria-label={t('withdrawal.list')}>
      <h2 className={css.title}>{t('withdrawal.list')}</h2>
      {view === 'failed' && (
        <LoadFailure
          title={t('withdrawal.listFailed')}
          text={t('page.failedHint')}
          onRetry={() => list.send({ type: 'list.retry' })}
        />
      )}
      {view === 'loading' && <Skeleton bones={['card']} />}
      {view === 'ready' && earlier.length === 0 && (
        <Empty icon={drawing} title={t('withdrawal.none')} text={t('withdrawal.noneHint')} />
      )}
      <ul className={css.rows}>
        {earlier.map((each) => (
          <li key={each.id}>
            <WithdrawalRow withdrawal={each} />
          </li>
        ))}
      </ul>
      <More pages={pages} failedText={t('withdrawal.listFailed')} onMore={() => list.send({ type: 'list.more' })} />
    </section>
  )
}

const tones: Partial<Record<Withdrawal['state'], 'good' | 'bad'>> = {
  confirmed: 'good',
  refused: 'bad',
  bounced: 'bad',
}

function WithdrawalRow({ withdrawal: one }: { withdrawal: Withdrawal }) {
  const { t, lang } = useWords()
  const steps = useSteps(one)
  const { currency, amount, fee, receives, network, address, label, state, reason, submittedAt } = one
  const money = (text: string) => `${formatPlain(text, lang)} ${currency}`
  return (
    <TransferRow
      amount={`${formatAmount(amount, currencyOf(currency).shown, lang)} ${currency}`}
      state={t(`withdrawal.state.${state}`)}
      tone={tones[state]}
      notes={[
        `${label || shortAddress(address)} · ${formatTime(Math.floor(submittedAt / 1000))}`,
        ...(reason === null ? [] : [reason]),
      ]}
      steps={steps}
    >
      <Facts
        facts={[
          { id: 'network', term: t('withdrawal.network'), value: findSendingNetwork(network)?.name },
          {
            id: 'to',
            term: t('withdrawal.to'),
            value: (
              <span className={css.copied}>
                <span className={css.whole}>{address}</span>
                <CopyButton text={address} label={t('withdrawal.copyAddress')} />
              </span>
            ),
          },
          { id: 'fee', term: t('withdrawal.feeInside'), value: money(fee) },
          { id: 'receives', term: t('withdrawal.receives'), value: money(receives) },
        ]}
      />
      {state === 'confirmed' && (
        <LinkButton kind="quiet" small to={placeOf(CERTIFICATE, { cause: 'withdrawal', id: one.id })}>
          {t('title.certificate')}
        </LinkButton>
      )}
    </TransferRow>
  )
}
