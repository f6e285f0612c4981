import { changeTheme, useTheme } from '../../app/theme.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { Card } from '../../parts/lists/list.tsx'
import css from './theme-settings.module.css'

const themes = ['system', 'light', 'dark'] as const

const Colours = ({ up, down }: { up: 'green' | 'red'; down: 'green' | 'red' }) => (
  <span className={css.colours} aria-hidden="true">
    <svg viewBox="0 0 10 10" aria-hidden="true" data-colour={up}>
      <path d="M5 1 9.5 9h-9z" />
    </svg>
    <svg viewBox="0 0 10 10" aria-hidden="true" data-colour={down}>
      <path d="M5 9 .5 1h9z" />
    </svg>
  </span>
)

/** Appearance settings of this device. */
export function ThemeSettings() {
  const { t } = useLabels()
  const { scheme, swap } = useTheme()
  return (
    <Card title={t('account.look')}>
      <div className={css.settings}>
        <Choice
          legend={t('account.theme')}
          options={themes.map((value) => ({ value, label: t(`account.theme.${value}`) }))}
          value={scheme}
          onChange={(next) => changeTheme({ scheme: next })}
        />
        <Choice
          legend={t('account.riseAndFall')}
          options={[
            { value: 'green', label: t('account.greenRises'), note: <Colours up="green" down="red" /> },
            { value: 'red', label: t('account.redRises'), note: <Colours up="red" down="green" /> },
          ]}
          value={swap ? 'red' : 'green'}
          onChange={(next) => changeTheme({ swap: next === 'red' })}
        />
      </div>
    </Card>
  )
}
