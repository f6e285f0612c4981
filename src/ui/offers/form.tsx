import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { MessageKey } from '../../api/wire/messages.ts'
import type { Failure } from '../../machines/parts/form.ts'
import type { Sending } from '../../machines/parts/submission.ts'
import { FormFailure } from '../forms/form-failure.tsx'
import { useLabels } from '../i18n/index.ts'
import { LinkButton } from '../parts/buttons/button.tsx'
import { Sheet } from '../parts/sheet/sheet.tsx'
import { KYC } from '../router/places.ts'
import { currentPlace, placeOf } from '../router/router.ts'

type FormSheetProps = {
  actor: Sending & { send(event: { type: 'form.back' }): void }
  title: string
  children: ReactNode
}

/** The sheet of a form: open while its machine has the tag `sheet`, and locked while its request is under way. */
export function FormSheet({ actor, title, children }: FormSheetProps) {
  const open = useSelector(actor, (now) => now.hasTag('sheet'))
  const pending = useSelector(actor, (now) => now.hasTag('pending'))
  return (
    <Sheet open={open} locked={pending} onClose={() => actor.send({ type: 'form.back' })} title={title}>
      {open && children}
    </Sheet>
  )
}

/** The failure of an offer's form, with the way to the identity verification that it may require. */
export function OfferFailure({ failure }: { failure: Failure | null }) {
  const { t } = useLabels()
  return (
    <>
      <FormFailure failure={failure} />
      {isNameWanted(failure?.refusal?.key) && (
        <LinkButton kind="quiet" to={placeOf(KYC, { next: currentPlace() })}>
          {t('title.kyc')}
        </LinkButton>
      )}
    </>
  )
}

/** Whether a refusal asks for a verified identity. */
export const isNameWanted = (key: MessageKey | null | undefined): boolean =>
  key === 'verifyNameFirst' || key === 'realNameFailed'
