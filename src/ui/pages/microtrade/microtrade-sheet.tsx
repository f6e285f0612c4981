import { useSelector } from '@xstate/react'
import type { MicrotradeFormActor } from '../../../machines/trade/microtrade-desk.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount } from '../../format/format.ts'
import { shortName } from '../../format/instrument-names.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { MicrotradeForm } from './microtrade-form.tsx'
import css from './microtrade-sheet.module.css'
import { NameWanted } from './name-wanted.tsx'
import { MicrotradeUncertain } from './uncertain.tsx'

/** The sheet that buys a timed option. It is open from its first render. */
export function MicrotradeSheet({ instrument, actor }: { instrument: Instrument; actor: MicrotradeFormActor }) {
  const { t } = useWords()
  const direction = useSelector(actor, (now) => now.context.form.direction)
  const open = useSelector(actor, (now) => now.status === 'active')
  const closable = useSelector(actor, (now) => now.can({ type: 'order.close' }))
  const isForm = useSelector(actor, (now) => now.hasTag('form'))
  return (
    <Sheet
      open={open}
      locked={!closable}
      onClose={() => actor.send({ type: 'order.close' })}
      title={
        <>
          {t(`orders.direction.${direction}`)} <span className={direction}>{shortName(instrument)}</span>
        </>
      }
      {...(isForm ? { aside: <Available actor={actor} /> } : {})}
    >
      <Offline />
      <Content actor={actor} />
    </Sheet>
  )
}

/** Offline notice in the sheet, which covers the page's own. */
function Offline() {
  const { connection } = useServices()
  const { t } = useWords()
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  return (
    <div className={css.offline} role="status">
      {interrupted && <Callout>{t('microtrade.offline')}</Callout>}
    </div>
  )
}

type View = 'loading' | 'nameless' | 'failed' | 'form' | 'uncertain'

function Content({ actor }: { actor: MicrotradeFormActor }) {
  const { t } = useWords()
  const view = useSelector(actor, (now): View => {
    if (now.hasTag('loading')) return 'loading'
    if (now.hasTag('nameless')) return 'nameless'
    if (now.hasTag('uncertain')) return 'uncertain'
    // While closing, the sheet keeps its previous content.
    return now.matches('failed') ? 'failed' : 'form'
  })
  switch (view) {
    case 'loading':
      return <Skeleton bones={['button', 'line', 'button', 'card', 'button']} />
    case 'nameless':
      return <NameWanted actor={actor} />
    case 'failed': {
      const retry = () => actor.send({ type: 'order.retry' })
      return <LoadFailure title={t('microtrade.failed')} text={t('page.failedHint')} onRetry={retry} />
    }
    case 'form':
      return <MicrotradeForm actor={actor} />
    case 'uncertain':
      return <MicrotradeUncertain actor={actor} />
  }
}

/** The available amount of the paying currency, less what a loan requires. */
function Available({ actor }: { actor: MicrotradeFormActor }) {
  const { t, lang } = useWords()
  const currency = useSelector(actor, (now) => now.context.form.currency)
  const available = useSelector(actor, ({ context }) => {
    const terms = context.terms.find((each) => each.currency === currency)
    return terms ? freeOf(terms, terms.cover) : '0'
  })
  return t('currency.available', { amount: formatAmount(available, 'receive', currency, lang), currency })
}
