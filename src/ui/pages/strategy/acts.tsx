import type { Strategy } from '../../../api/trade/strategy.ts'
import { can } from '../../../machines/orders/life.ts'
import { strategyMachine } from '../../../machines/orders/strategy.ts'
import { strategyActs } from '../../../machines/trade/strategies.ts'
import { useAsked } from '../../app/use-asked.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { STRATEGY_ORDERS } from '../../router/places.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import css from './strategy.module.css'

const acts = ['pause', 'resume', 'stop'] as const
type Act = (typeof acts)[number]

/** The acts on a strategy that its machine allows. */
export function StrategyActs({ strategy }: { strategy: Strategy }) {
  const { t } = useLabels()
  const { asked, ask, sheet } = useAsked<Act>()
  return (
    <>
      <div className={css.acts}>
        {acts
          .filter((act) => can(strategyMachine, strategy.state, { type: `strategy.${act}` }))
          .map((act) => (
            <Button key={act} kind="quiet" small aria-haspopup="dialog" onClick={() => ask(act)}>
              {t(`strategy.act.${act}`)}
            </Button>
          ))}
      </div>
      {asked && <ActSheet key={asked.key} act={asked.about} strategy={strategy} {...sheet} />}
    </>
  )
}

type ActSheetProps = { act: Act; strategy: Strategy; open: boolean; onClose: () => void }

/** The sheet that pauses, resumes or stops a strategy, after explaining it. Give each new one a key. */
function ActSheet({ act, strategy: { id, type, symbol }, ...sheet }: ActSheetProps) {
  const { t } = useLabels()
  return (
    <AskSheet
      {...sheet}
      machine={strategyActs[act]}
      about={{ id }}
      orders={STRATEGY_ORDERS}
      confirm={t(`strategy.do.${act}`)}
      title={t(`strategy.ask.${act}`)}
      description={`${pairOf(symbol)} · ${t(`strategy.type.${type}`)}`}
    >
      <p>{t(`strategy.means.${act}`)}</p>
    </AskSheet>
  )
}
