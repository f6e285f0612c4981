import { useId } from 'react'
import type { WithdrawalAddress } from '../../../api/money/withdrawal.ts'
import { useLabels } from '../../i18n/index.ts'
import { FieldFrame, tie } from '../../parts/fields/field.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import css from './withdrawal.module.css'

/** Characters shown at either end of a shortened address, and bold in a whole one. */
export const HEAD = 8
export const TAIL = 6

/** A shortened address for lists. It is shown in full before anything is sent there. */
export const shortAddress = (address: string): string =>
  address.length <= HEAD + TAIL + 1 ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`

type AddressButtonProps = {
  address: WithdrawalAddress | undefined
  network: string | undefined
  error: string | undefined
  onClick: () => void
}

/** The target address: a tap opens the address book. */
export function AddressButton({ address, network, error, onClick }: AddressButtonProps) {
  const { t } = useLabels()
  const id = useId()
  const words = { label: t('withdrawal.to'), error, hint: network }
  const text = address ? shortAddress(address.address) : t('withdrawal.choose')
  return (
    <FieldFrame id={id} {...words}>
      <button
        {...tie(id, words)}
        type="button"
        className={css.address}
        aria-haspopup="dialog"
        aria-label={`${words.label}: ${text} ${address?.label ?? ''}`}
        onClick={onClick}
      >
        <span className={css.where}>
          <span className={address ? css.letters : css.empty}>{text}</span>{' '}
          <span className={css.label}>{address?.label}</span>
        </span>
        <Icon name="forward" size={20} />
      </button>
    </FieldFrame>
  )
}
