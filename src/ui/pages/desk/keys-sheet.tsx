import { useLabels } from '../../i18n/index.ts'
import { Switch } from '../../parts/fields/switch.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import css from './keys.module.css'
import { shortcuts, turnShortcuts, useShortcutsOn } from './keys.ts'

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
              <Keys of={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

export const Keys = ({ of }: { of: readonly string[] }) =>
  of.map((key) => (
    <kbd key={key} className={css.key}>
      {key}
    </kbd>
  ))
