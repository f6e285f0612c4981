import { hideAmounts, useHidden } from '../../app/hidden.ts'
import { useLabels } from '../../i18n/index.ts'
import { eye, eyeOff } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './eye-button.module.css'

/** Hides or shows amounts on this device. */
export function EyeButton() {
  const { t } = useLabels()
  const hidden = useHidden()
  return (
    <button
      type="button"
      className={css.eye}
      aria-label={t('wallet.hide')}
      aria-pressed={hidden}
      onClick={() => hideAmounts(!hidden)}
    >
      <Icon name={hidden ? eyeOff : eye} size={18} />
    </button>
  )
}
