import { useState } from 'react'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { pairName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { down } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { MarketBoard } from './market-board.tsx'
import css from './symbol-switch.module.css'

/** The name of the market on its chart: a press opens a search for another one, by name, kind or watchlist. */
export function SymbolSwitch({ instrument }: { instrument: Instrument }) {
  const { t } = useLabels()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={css.switch} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={css.name} data-may-cut="">
          {pairName(instrument)}
        </span>
        <Icon name={down} size={16} />
        <span className="visually-hidden">{t('kline.switch')}</span>
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('kline.switch')}>
        <MarketBoard />
      </Sheet>
    </>
  )
}
