import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { usePart } from '../app/part.ts'
import { UpdateOffer } from '../parts/page/update-offer.tsx'
import { update as part } from './part.ts'

/** Offers a newer build of the app, once downloaded. */
export default function Update(): ReactNode {
  const { update } = usePart(part)
  const offer = useSelector(update, (now) => (['offered', 'taking'] as const).find((tag) => now.hasTag(tag)))
  return (
    <UpdateOffer
      offer={offer}
      onAccept={() => update.send({ type: 'update.accept' })}
      onLater={() => update.send({ type: 'update.later' })}
    />
  )
}
