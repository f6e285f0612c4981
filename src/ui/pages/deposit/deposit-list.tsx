import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { map } from 'rxjs'
import type { Deposit } from '../../../api/deposit.ts'
import type { MoneyListRef } from '../../../machines/money/moneyList.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { useNow } from '../../bind.ts'
import { formatAmount, formatPlain, formatTime } from '../../format.ts'
import { placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { More, usePagesView } from '../../paged-list.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { secondsLeft } from '../../parts/countdown.ts'
import { deposit as drawing } from '../../parts/drawings.ts'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { TransferRow } from '../../parts/transfer-row.tsx'
import { CERTIFICATE } from '../../places.ts'
import { useReconnected } from '../../reconnected.ts'
import { useServices } from '../../services.ts'
import css from './deposit.module.css'
import { useSteps } from './steps.ts'

/** Stable: a row is brought into sight once. */
const bringIntoSight = (row: HTMLLIElement | null) => row?.scrollIntoView({ block: 'center' })

/** What someone deposited, with how far each has come. `meant`: the one that they came for. */
export function DepositList({ actor, meant }: { actor: MoneyListRef<'deposit'>; meant: string | null }) {
  const { t } = useWords()
  const pages = useSelector(actor, (now) => now.children.pages)
  const view = usePagesView(pages)
  const deposits = useSelector(actor, ({ context }) => context.orders)
  const retry = () => actor.send({ type: 'list.retry' })
  useReconnected(() => actor.send({ type: 'list.refresh' }))
  return (
    <section className={css.list} aria-label={t('deposit.list')}>
      <h2 className={css.title}>{t('deposit.list')}</h2>
      {view === 'failed' && <LoadFailure title={t('deposit.listFailed')} text={t('page.failedHint')} onRetry={retry} />}
      {view === 'loading' && <Skeleton bones={['row', 'row']} />}
      {view === 'ready' && deposits.length === 0 && (
        <Empty icon={drawing} title={t('deposit.none')} text={t('deposit.noneHint')} />
      )}
      <ul className={css.rows}>
        {deposits.map((deposit) => (
          <li
            key={deposit.id}
            ref={deposit.id === meant ? bringIntoSight : undefined}
            aria-current={deposit.id === meant || undefined}
          >
            <DepositRow deposit={deposit} open={deposit.id === meant} />
          </li>
        ))}
      </ul>
      <More pages={pages} failedText={t('deposit.listFailed')} onMore={() => actor.send({ type: 'list.more' })} />
    </section>
  )
}

const tones: Partial<Record<Deposit['state'], 'good' | 'bad'>> = { succeeded: 'good', failed: 'bad' }

function DepositRow({ deposit, open }: { deposit: Deposit; open: boolean }) {
  const { t, lang } = useWords()
  const steps = useSteps(deposit)
  const { way, currency, network, amount, arrived, state, reason, acceptedAt, countedAt } = deposit
  const { shown } = currencyOf(currency)
  const isCounting = state === 'underReview' && countedAt !== null && network !== null
  const plain = (text: string) => formatPlain(text, lang)
  return (
    <TransferRow
      amount={`${formatAmount(state === 'succeeded' ? (arrived ?? amount) : amount, shown, lang)} ${currency}`}
      state={t(`deposit.state.${state}`)}
      tone={tones[state]}
      notes={[
        `${network?.name ?? t(`deposit.way.${way}`)} · ${formatTime(Math.floor(acceptedAt / 1_000))}`,
        isCounting && <Confirmations deposit={deposit} />,
        arrived !== null &&
          arrived !== amount &&
          t('deposit.announced', { amount: plain(amount), arrived: plain(arrived), currency }),
        state === 'failed' && (reason === null ? t('deposit.nothingCame') : t('deposit.reason', { reason })),
      ].filter((note) => note !== false)}
      steps={steps}
      open={open}
    >
      {state === 'succeeded' && (
        <LinkButton kind="quiet" small to={placeOf(CERTIFICATE, { cause: 'deposit', id: deposit.id })}>
          {t('title.certificate')}
        </LinkButton>
      )}
    </TransferRow>
  )
}

/** How many confirmations the paper network has counted, by the server's clock. */
function Confirmations({ deposit: { acceptedAt, countedAt, network } }: { deposit: Deposit }) {
  const { t } = useWords()
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
