import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type ProofField, refusedSafeField } from '../../../rules/proof.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import css from './devices.module.css'
import { ProofFields } from './proof-fields.tsx'

/** `address`: of the wallet that shows who someone is, without a password. `authenticator`: whether one is bound. */
type TakeDataProps = { address: string | null; authenticator: boolean }

/** Downloading what is kept about oneself, in a sheet. */
export function TakeData(props: TakeDataProps) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.above}>
      <Button
        kind="quiet"
        icon={<Icon name="deposit" size={20} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('data.title')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('data.title')} description={t('data.text')}>
        <TakeForm {...props} onDone={() => setOpen(false)} />
      </Sheet>
    </div>
  )
}

function TakeForm({ onDone, ...input }: TakeDataProps & { onDone: () => void }) {
  const { notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.takeData, { input, ...inspection })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { context } = now
  const refusal = now.hasTag('refused') ? context.refusal : null
  const busy = now.hasTag('busy')
  const done = now.hasTag('done')

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is done
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { text: t('data.done'), tone: 'good' } })
    onDone()
  }, [done])

  const bind = (field: ProofField) => {
    const error = context.errors[field]
    const refused = refusal && refusedSafeField(refusal.key) === field ? refusalText(refusal) : undefined
    return {
      value: context[field],
      onChange: (value: string) => actor.send({ type: 'takeData.change', field, value }),
      error: error ? messageText(error.key) : refused,
      readOnly: busy,
    }
  }
  return (
    <Form
      label={t('data.title')}
      found={refusal ?? context.errors}
      onSubmit={() => actor.send({ type: 'takeData.submit' })}
    >
      <ProofFields address={context.address} isBound={context.authenticator} bind={bind} />
      {refusal && refusedSafeField(refusal.key) === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
      {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
      <Button type="submit" busy={busy}>
        {t('data.submit')}
      </Button>
    </Form>
  )
}
