import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSource } from '../market/use-source.ts'
import { shortcuts, useKeys, useShortcutsOn } from './keys.ts'
import { Keys, KeysSheet } from './keys-sheet.tsx'
import css from './status-bar.module.css'

/** At the end of the desk: whether prices are live, and the shortcuts. */
export function StatusBar() {
  const { connection } = useServices()
  const { t } = useLabels()
  const [open, setOpen] = useState(false)
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  const source = useSource()
  const on = useShortcutsOn()
  useKeys((key) => {
    if (key !== '?') return false
    setOpen(true)
    return true
  })
  return (
    <section className={css.bar} aria-label={t('keys.title')}>
      <span className={css.dot} data-interrupted={interrupted || undefined} aria-hidden="true" />
      {interrupted ? t('connection.reconnecting') : t('kline.live')}
      {source && ` · ${source}`}
      <div className={css.keys}>
        {on &&
          shortcuts.slice(0, -2).map(({ keys, label }) => (
            <span key={label} className={css.one}>
              <Keys of={keys} />
              {t(label)}
            </span>
          ))}
      </div>
      <button type="button" className={css.one} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Keys of={['?']} />
        {t('keys.all')}
      </button>
      <KeysSheet open={open} onClose={() => setOpen(false)} />
    </section>
  )
}
