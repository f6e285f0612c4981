import { useLabels } from '../../i18n/index.ts'
import { Empty } from '../../parts/page/states.tsx'

/** In place of a map picker: this app never asks for a location. */
export function NoLocationPage() {
  const { t } = useLabels()
  return (
    <Empty
      title={t('location.none')}
      text={t('location.noneText')}
      action={{ to: '/', label: t('page.unknownAction') }}
    />
  )
}
