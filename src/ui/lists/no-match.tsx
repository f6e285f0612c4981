import type { ReactNode } from 'react'
import { useLabels } from '../i18n/index.ts'
import { Empty } from '../parts/page/states.tsx'

/** An empty result: the active filters, and how many would match without one. */
export function NoMatch({ title, text, onClear }: { title: ReactNode; text: ReactNode; onClear: () => void }) {
  const { t } = useLabels()
  return <Empty title={title} text={text} action={{ onClick: onClear, label: t('action.clear') }} />
}
