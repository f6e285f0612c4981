import type { Swap } from '../../../api/money/swap.ts'
import { swapList } from '../../../machines/money/swaps.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries } from '../../lists/paged-list.tsx'
import { Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { Section } from '../../parts/page/section.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { SWAP } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'

/** The user's swaps, newest first. */
export function SwapList() {
  const { t } = useLabels()
  const actor = useActorOf(swapList, { kind: 'swap' })
  const { swaps, pages } = useShown(actor, (now) => ({ swaps: now.context.orders, pages: now.children.pages }))
  return (
    <Section title={t('swap.list')}>
      <Entries<Swap>
        pages={pages}
        entries={swaps}
        row={(each) => <SwapRow swap={each} />}
        shapes={['row', 'row', 'row']}
        label={t('swap.list')}
        failed={t('swap.listFailed')}
        moreFailed={t('swap.moreFailed')}
        none={<Empty title={t('swap.none')} text={t('swap.noneHint')} />}
      />
    </Section>
  )
}

function SwapRow({ swap: { id, from, to, amount, receive, settledAt } }: { swap: Swap }) {
  const { t, lang } = useLabels()
  const money = (text: string, code: string) => `${formatAmount(text, 'exact', code, lang)} ${code}`
  return (
    <Row
      leading={<CoinMark code={to} />}
      title={t('swap.pair', { from, to })}
      subtitle={settledAt === null ? undefined : formatTimeMs(settledAt)}
      value={money(receive, to)}
      note={`−${money(amount, from)}`}
      to={placeOf(SWAP, { swap: id })}
    />
  )
}
