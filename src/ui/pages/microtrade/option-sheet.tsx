import { useSelector } from '@xstate/react'
import type { OptionOrderActor } from '../../../machines/option-desk.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import type { Instrument } from '../../../rules/instruments.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { shortName } from '../../instrument-names.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { NameWanted } from './name-wanted.tsx'
import { OptionForm } from './option-form.tsx'
import { OptionProgress } from './option-progress.tsx'
import { OptionUncertain } from './option-uncertain.tsx'

export type OptionActor = OptionOrderActor

/** The sheet that buys a timed option, and follows it to its end. It is open from its first render. */
export function OptionSheet({ instrument, actor }: { instrument: Instrument; actor: OptionActor }) {
  const { t } = useWords()
  const direction = useSelector(actor, (now) => now.context.form.direction)
  const open = useSelector(actor, (now) => !now.matches('closed'))
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
      <Content actor={actor} />
    </Sheet>
  )
}

type View = 'loading' | 'nameless' | 'failed' | 'form' | 'uncertain' | 'tracking'

function Content({ actor }: { actor: OptionActor }) {
  const { t } = useWords()
  const view = useSelector(actor, (now): View => {
    if (now.hasTag('loading')) return 'loading'
    if (now.hasTag('nameless')) return 'nameless'
    if (now.hasTag('form')) return 'form'
    if (now.hasTag('uncertain')) return 'uncertain'
    // The sheet slides away with what it showed last.
    return now.hasTag('tracking') || now.context.order ? 'tracking' : now.matches('failed') ? 'failed' : 'form'
  })
  switch (view) {
    case 'loading':
      return <Skeleton bones={['button', 'line', 'button', 'card', 'button']} />
    case 'nameless':
      return <NameWanted actor={actor} />
    case 'failed': {
      const retry = () => actor.send({ type: 'order.retry' })
      return <Failure title={t('option.failed')} text={t('page.failedHint')} onRetry={retry} />
    }
    case 'form':
      return <OptionForm actor={actor} />
    case 'uncertain':
      return <OptionUncertain actor={actor} />
    case 'tracking':
      return <OptionProgress actor={actor} />
  }
}

/** What is available of the paying currency. */
function Available({ actor }: { actor: OptionActor }) {
  const { t, lang } = useWords()
  const currency = useSelector(actor, (now) => now.context.form.currency)
  const available = useSelector(
    actor,
    ({ context }) => context.terms.find((each) => each.currency === currency)?.available ?? '0',
  )
  return t('option.available', { amount: formatAmount(available, currencyOf(currency).shown, lang), currency })
}
