import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { cx } from '../cx.ts'
import { copy as copyDrawing } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './copy-button.module.css'

/** Copies a text, and confirms it. `label`: for screen readers; with `words` it is shown. */
export function CopyButton({ text, label, words = false }: { text: string; label: string; words?: boolean }) {
  const { notice } = useServices()
  const { t } = useLabels()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notice.send({ type: 'notice.show', notice: { key: 'copied', tone: 'good' } })
    } catch {
      notice.send({ type: 'notice.show', notice: { text: t('action.copyFailed'), tone: 'bad' } })
    }
  }
  return (
    <button type="button" className={cx(css.copy, words && css.words)} aria-label={label} onClick={copy}>
      <Icon name={copyDrawing} size={words ? 16 : 20} />
      {words && label}
    </button>
  )
}
