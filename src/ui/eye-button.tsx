import css from './eye-button.module.css'
import { hideAmounts, useHidden } from './hidden.ts'
import { useWords } from './i18n/index.ts'
import { eye, eyeOff } from './parts/drawings.ts'
import { Icon } from './parts/icons.tsx'

/** Hides or shows amounts on this device. */
export function EyeButton() {
  const { t } = useWords()
  const hidden = useHidden()
  return (
    <button
      type="button"
      className={css.eye}
      aria-label={t('wallet.hide')}
      aria-pressed={hidden}
      onClick={() => hideAmounts(!hidden)}
    >
      <Icon name={hidden ? eyeOff : eye} size={20} />
    </button>
  )
}
