import { useLatest } from '../../bind.ts'
import { formatCount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { Icon } from '../../parts/icons.tsx'
import { Card, Row } from '../../parts/list.tsx'
import type { Running } from '../../running.ts'
import { useServices } from '../../services.ts'
import css from './home.module.css'

const nothing: readonly Running[] = []

/** What a person has running now, and the way there: in sight at the foot of the page, where its coming moves nothing. */
export function OpenNow() {
  const { running } = useServices()
  const { t, lang } = useWords()
  const all = useLatest(running.running$, nothing)
  const [newest] = all
  if (!newest) return null
  const names = [...new Set(all.map(({ name }) => name))].join(', ')
  return (
    <div className={css.open}>
      <Card menu>
        <Row
          leading={<Icon name="clock" />}
          title={t('home.openNow')}
          subtitle={names}
          value={formatCount(all.length, lang)}
          to={newest.to}
          arrow
        />
      </Card>
    </div>
  )
}
