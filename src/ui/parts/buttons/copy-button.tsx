import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { copy as copyDrawing } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './copy-button.module.css'

/** Copies a text, and confirms it. `label`: for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
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
    <button type="button" className={css.copy} aria-label={label} onClick={copy}>
      <Icon name={copyDrawing} size={20} />
    </button>
  )
}
