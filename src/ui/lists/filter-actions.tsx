import type { ReactNode } from 'react'
import { useLabels } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { ActionBar } from '../parts/sheet/action-bar.tsx'

type FilterActionsProps = {
  /** The chosen values; undefined for what is not filtered by. */
  filter: Readonly<Record<string, unknown>>
  /** The label of the button that applies it. */
  show: ReactNode
  onShow: () => void
  onClear: () => void
}

/** At the end of a sheet of filters: the button that applies them, and one that clears them. */
export function FilterActions({ filter, show, onShow, onClear }: FilterActionsProps) {
  const { t } = useLabels()
  return (
    <ActionBar>
      <Button onClick={onShow}>{show}</Button>
      <Button kind="plain" disabled={Object.values(filter).every((value) => value === undefined)} onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </ActionBar>
  )
}
