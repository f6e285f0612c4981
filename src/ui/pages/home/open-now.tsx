import type { Running } from '../../app/running.ts'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { Foot } from './foot-card.tsx'

/** The user's open orders, with links. */
export function OpenNow({ all }: { all: readonly Running[] }) {
  const { t, lang } = useLabels()
  const [newest] = all
  if (!newest) return null
  const names = [...new Set(all.map(({ name }) => name))].join(', ')
  return (
    <Foot>
      <Row
        leading={<Icon name="clock" />}
        title={t('orders.openNow')}
        subtitle={names}
        value={formatCount(all.length, lang)}
        to={newest.to}
        arrow
      />
    </Foot>
  )
}
