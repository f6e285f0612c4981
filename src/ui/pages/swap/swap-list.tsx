import type { Swap } from '../../../api/swap.ts'
import { useActorOf } from '../../actor-of.ts'
import { formatAmount, formatTime } from '../../format.ts'
import { placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { More, usePagesView } from '../../paged-list.tsx'
import { usePart } from '../../part.ts'
import { CoinMark } from '../../parts/coin-mark.tsx'
import { swap as drawing } from '../../parts/drawings.ts'
import { List, Row } from '../../parts/list.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { SWAP } from '../../places.ts'
import { useShown } from '../../shown.ts'
import { swap } from './part.ts'
import css from './swap.module.css'

/** The user's swaps, newest first. */
export function SwapList() {
  const { t } = useWords()
  const actor = useActorOf(usePart(swap).swapList, { kind: 'swap' })
  const { swaps, pages } = useShown(actor, (now) => ({ swaps: now.context.orders, pages: now.children.pages }))
  const view = usePagesView(pages)
  return (
    <section className={css.list}>
      <h2 className={css.title}>{t('swap.list')}</h2>
      {view === 'loading' && <Skeleton bones={['row', 'row', 'row']} />}
      {view === 'failed' && (
        <LoadFailure
          title={t('swap.listFailed')}
          text={t('page.failedHint')}
          onRetry={() => actor.send({ type: 'list.retry' })}
        />
      )}
      {view === 'ready' &&
        (swaps.length === 0 ? (
          <Empty icon={drawing} title={t('swap.none')} text={t('swap.noneHint')} />
        ) : (
          <>
            <List label={t('swap.list')}>
              {swaps.map((each) => (
                <li key={each.id}>
                  <SwapRow swap={each} />
                </li>
              ))}
            </List>
            <More pages={pages} failedText={t('swap.moreFailed')} onMore={() => actor.send({ type: 'list.more' })} />
          </>
        ))}
    </section>
  )
}

function SwapRow({ swap: { id, from, to, amount, receive, settledAt } }: { swap: Swap }) {
  const { t, lang } = useWords()
  const money = (text: string, code: string) => `${formatAmount(text, 'exact', code, lang)} ${code}`
  return (
    <Row
      leading={<CoinMark code={to} />}
      title={t('swap.pair', { from, to })}
      subtitle={settledAt === null ? undefined : formatTime(Math.floor(settledAt / 1000))}
      value={money(receive, to)}
      note={`−${money(amount, from)}`}
      to={placeOf(SWAP, { swap: id })}
    />
  )
}
