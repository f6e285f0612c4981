import { useLabels } from '../../i18n/index.ts'
import { Empty } from '../../parts/page/states.tsx'

/** Shown for a link to no page of the app. */
export function UnknownPage() {
  const { t } = useLabels()
  return (
    <Empty
      title={t('page.unknown')}
      text={t('page.unknownHint')}
      action={{ to: '/', label: t('page.unknownAction') }}
    />
  )
}
