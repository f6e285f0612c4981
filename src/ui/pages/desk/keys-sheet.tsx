import { useLabels } from '../../i18n/index.ts'
import { Switch } from '../../parts/fields/switch.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { KeyCaps } from './key-caps.tsx'
import { shortcuts, turnShortcuts, useShortcutsOn } from './keys.ts'
import css from './keys-sheet.module.css'

/** All shortcuts, and whether they are on. */
export function KeysSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLabels()
  const on = useShortcutsOn()
  return (
    <Sheet open={open} onClose={onClose} title={t('keys.title')} description={t('keys.note')}>
      <Switch label={t('keys.on')} on={on} onChange={turnShortcuts} />
      <dl className={css.all}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
