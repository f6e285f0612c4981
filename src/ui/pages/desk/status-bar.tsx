import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSource } from '../market/use-source.ts'
import { KeyCaps } from './key-caps.tsx'
import { shortcuts, useKeys, useShortcutsOn } from './keys.ts'
import { KeysSheet } from './keys-sheet.tsx'
import css from './status-bar.module.css'

/** The status bar of the desk: whether prices are live, and the shortcuts. */
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
          // The last two have their keys elsewhere: in the search, and on the button beside.
          shortcuts.slice(0, -2).map(({ keys, label }) => (
            <span key={label} className={css.one}>
              <KeyCaps keys={keys} />
              {t(label)}
            </span>
          ))}
      </div>
      <button type="button" className={css.one} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <KeyCaps keys={['?']} />
        {t('keys.all')}
      </button>
      <KeysSheet open={open} onClose={() => setOpen(false)} />
    </section>
  )
}
