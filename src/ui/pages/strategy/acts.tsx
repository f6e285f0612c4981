import { useCallback, useState } from 'react'
import type { Strategy } from '../../../api/trade/strategy.ts'
import { can } from '../../../machines/orders/life.ts'
import { strategyMachine } from '../../../machines/orders/strategy.ts'
import { usePart } from '../../app/part.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { STRATEGY_ORDERS } from '../../router/places.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import { strategy as part } from './part.ts'
import css from './strategy.module.css'

const acts = ['pause', 'resume', 'stop'] as const
type Act = (typeof acts)[number]

/** The acts on a strategy that its machine allows. */
export function StrategyActs({ strategy }: { strategy: Strategy }) {
  const { t } = useWords()
  const [asked, setAsked] = useState<{ act: Act; count: number }>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <div className={css.acts}>
        {acts
          .filter((act) => can(strategyMachine, strategy.state, { type: `strategy.${act}` }))
          .map((act) => (
            <Button
              key={act}
              kind="quiet"
              small
              aria-haspopup="dialog"
              onClick={() => {
                setAsked({ act, count: (asked?.count ?? 0) + 1 })
                setOpen(true)
              }}
            >
              {t(`strategy.act.${act}`)}
            </Button>
          ))}
      </div>
      {asked && <ActSheet key={asked.count} act={asked.act} strategy={strategy} open={open} onClose={close} />}
    </>
  )
}

type ActSheetProps = { act: Act; strategy: Strategy; open: boolean; onClose: () => void }

/** The sheet that pauses, resumes or stops a strategy, after explaining it. Give each new one a key. */
function ActSheet({ act, strategy: { id, type, symbol }, open, onClose }: ActSheetProps) {
  const machines = usePart(part)
  const { t } = useWords()
  return (
    <AskSheet
      machine={machines[act]}
      about={{ id }}
      orders={STRATEGY_ORDERS}
      open={open}
      onClose={onClose}
      confirm={t(`strategy.do.${act}`)}
      title={t(`strategy.ask.${act}`)}
      description={`${pairOf(symbol)} · ${t(`strategy.type.${type}`)}`}
    >
      <p>{t(`strategy.means.${act}`)}</p>
    </AskSheet>
  )
}
