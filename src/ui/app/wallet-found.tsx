import { useSelector } from '@xstate/react'
import i18next from 'i18next'
import { useEffect } from 'react'
import { TIP_WALLET } from '../router/places.ts'
import { useServices } from './services.ts'

/** Offers a guest the wallet that appeared after the page was loaded. */
export default function WalletFound() {
  const { session, notice } = useServices()
  const offering = useSelector(session, (now) => now.hasTag('offering'))
  useEffect(() => {
    if (!offering) return
    const link = { to: TIP_WALLET, label: i18next.t('title.tipWallet') }
    notice.send({ type: 'notice.show', notice: { text: i18next.t('tip.walletFound'), link, tone: 'plain' } })
  }, [offering, notice])
  return null
}
