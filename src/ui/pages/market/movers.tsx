import { useMemo, useState } from 'react'
import { useServices } from '../../app/services.ts'
import { formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { moversOf } from './board.ts'
import css from './market.module.css'
import { QuoteList } from './quote-list.tsx'
import { useBoard, useListed } from './use-board.ts'

/** Rows per kind on home. */
const ROWS_MAX = 8

/** The markets that moved most, as of the moment of loading: a list must not jump while it is read. */
export function Movers() {
  const { quotes, serverNow } = useServices()
  const { t } = useLabels()
  const board = useBoard()
  const listed = useListed()
  const [asked, ask] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request has new prices
  const { movers, at } = useMemo(
    () => ({
      movers: board === 'ready' ? moversOf(listed, quotes.current, ROWS_MAX) : listed.slice(0, ROWS_MAX),
      at: serverNow(),
    }),
    [board, listed, quotes, serverNow, asked],
  )
  return (
    <>
      <QuoteList
        label={t('market.moversList')}
        instruments={movers}
        empty={<Empty title={t('market.noneMoved')} text={t('market.noneMovedHint')} />}
      />
      {board === 'ready' && (
        <p className={css.ranked}>
          {t('market.moversAsOf', { time: formatTimeMs(at) })}{' '}
          <Button kind="plain" small onClick={() => ask(asked + 1)}>
            {t('market.rankAgain')}
          </Button>
        </p>
      )}
    </>
  )
}
