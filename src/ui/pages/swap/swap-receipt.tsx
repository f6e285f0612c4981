import { useActorRef } from '@xstate/react'
import type { Swap } from '../../../api/swap.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { formatPlain, formatPrice } from '../../format.ts'
import { formatMillis } from '../../format-period.ts'
import { useWords } from '../../i18n/index.ts'
import { OneOrder, OrderSheet } from '../../one-order.tsx'
import { usePart } from '../../part.ts'
import { Facts } from '../../parts/list.tsx'
import { useServices } from '../../services.ts'
import { SwapFacts } from './facts.tsx'
import { swap } from './part.ts'
import css from './swap.module.css'

/** One swap with everything its rate is based on. `id`: null to show none. */
export function SwapReceipt({ id }: { id: string | null }) {
  const { t } = useWords()
  return (
    <OrderSheet id={id} title={t('swap.done')}>
      {(known) => <Receipt id={known} />}
    </OrderSheet>
  )
}

function Receipt({ id }: { id: string }) {
  const { inspection } = useServices()
  const machines = usePart(swap)
  const { t } = useWords()
  const actor = useActorRef(machines.swapList, { input: { kind: 'swap', query: { id } }, ...inspection })
  return (
    <OneOrder<'swap'> list={actor} failedText={t('swap.listFailed')}>
      {(found) => <SwapDetails swap={found} />}
    </OneOrder>
  )
}

function SwapDetails({ swap: done }: { swap: Swap }) {
  const { t, lang } = useWords()
  return (
    <>
      <p className={css.receive}>
        <span className={css.figure}>{formatPlain(done.receive, lang)}</span> <span className="muted">{done.to}</span>
      </p>
      <Facts
        facts={[
          {
            id: 'given',
            term: t('swap.from'),
            value: (
              <span className="nowrap">
                {formatPlain(done.amount, lang)} {done.from}
              </span>
            ),
          },
          ...(done.settledAt === null ? [] : [{ id: 'at', term: t('swap.at'), value: formatMillis(done.settledAt) }]),
          ...done.legs.map(({ tick }) => ({
            id: tick.symbol,
            term: t('swap.tick', { coin: instrumentOf(tick.symbol).base }),
            value: (
              <>
                {formatPrice(tick.price, instrumentOf(tick.symbol).scale, lang)} ·{' '}
                {t('swap.tickNumber', { number: String(tick.seq) })}
              </>
            ),
          })),
        ]}
      />
      <SwapFacts
        from={done.from}
        to={done.to}
        rate={done.rate}
        spreadBps={done.spreadBps}
        feeBps={done.feeBps}
        fee={done.fee}
      />
    </>
  )
}
