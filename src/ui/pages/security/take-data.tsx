import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ProofField } from '../../../rules/proof.ts'
import { FormFailure, fieldError } from '../../form-failure.tsx'
import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import { Button } from '../../parts/button.tsx'
import { deposit } from '../../parts/drawings.ts'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import css from './devices.module.css'
import { security } from './part.ts'
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
        icon={<Icon name={deposit} size={20} />}
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
  const { inspection, notice } = useServices()
  const machines = usePart(security)
  const { t } = useWords()
  const actor = useActorRef(machines.takeData, { input, ...inspection })
  const { failure, busy, done, errors, form, authenticator } = useShown(actor, (now) => ({
    failure: now.context.failure,
    busy: now.hasTag('busy'),
    done: now.hasTag('done'),
    errors: now.context.errors,
    form: now.context.form,
    authenticator: now.context.authenticator,
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is done
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { text: t('data.done'), tone: 'good' } })
    onDone()
  }, [done])

  const bind = (field: ProofField) => ({
    value: form[field],
    onChange: (value: string) => actor.send({ type: 'takeData.change', field, value }),
    error: fieldError({ errors, failure }, field),
    readOnly: busy,
  })
  return (
    <Form
      label={t('data.title')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'takeData.submit' })}
    >
      <ProofFields address={form.address} isBound={authenticator} bind={bind} />
      <FormFailure failure={failure} />
      <Button type="submit" busy={busy}>
        {t('data.submit')}
      </Button>
    </Form>
  )
}
