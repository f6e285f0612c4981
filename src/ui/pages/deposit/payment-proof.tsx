import { useServices } from '../../app/services.ts'
import { DEPOSIT } from '../../router/places.ts'
import { navigate, placeOf } from '../../router/router.ts'
import { Transfer } from './transfer.tsx'

/** The bank transfer on a page of its own, with its proof of payment. */
export function PaymentProofPage() {
  const { notice } = useServices()
  const leave = () => {
    notice.send({ type: 'notice.show', notice: { key: 'submittedForReview', tone: 'good' } })
    navigate(placeOf(DEPOSIT, { way: 'bank' }), { replace: true })
  }
  return (
    <div className="page">
      <Transfer onSent={leave} />
    </div>
  )
}
