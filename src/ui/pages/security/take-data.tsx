import { takeDataMachine } from '../../../machines/user/takeData.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown, useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { deposit } from '../../parts/marks/drawings.ts'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { SheetButton } from '../user/sheet-button.tsx'
import { ProofFields } from './proof-fields.tsx'

/** `address`: of the wallet that signs, for an account without a password. `authenticator`: whether one is set up. */
type TakeDataProps = { address: string | null; authenticator: boolean }

/** Exports personal data, in a sheet. */
export function TakeData(props: TakeDataProps) {
  const { t } = useLabels()
  return (
    <SheetButton row icon={deposit} label={t('data.title')} description={t('data.text')}>
      {(close) => <TakeForm {...props} onDone={close} />}
    </SheetButton>
  )
}

function TakeForm({ onDone, ...input }: TakeDataProps & { onDone: () => void }) {
  const { notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(takeDataMachine, input)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    done: now.hasTag('done'),
    authenticator: now.context.authenticator,
  }))
  const { failure, busy, errors, form, authenticator } = shown
  useDone(shown.done, () => {
    notice.send({ type: 'notice.show', notice: { text: t('data.done'), tone: 'good' } })
    onDone()
  })
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'takeData.change', field, value }))
  return (
    <Form
      label={t('data.title')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'takeData.submit' })}
    >
      <ProofFields address={form.address} isBound={authenticator} bind={bind} />
      <FormFailure failure={failure} />
      <ActionBar>
        <Button type="submit" busy={busy}>
          {t('data.submit')}
        </Button>
      </ActionBar>
    </Form>
  )
}
