import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'

/** Opens the device's share menu; nothing if the device has none. */
export function ShareButton({ text, url }: { text: string; url: string }) {
  const { notice } = useServices()
  const { t } = useLabels()
  if (!('share' in navigator)) return null
  const share = async () => {
    try {
      await navigator.share({ title: t('app.name'), text, url })
    } catch (error) {
      // Closing the menu is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notice.send({ type: 'notice.show', notice: { text: t('referral.shareFailed'), tone: 'bad' } })
    }
  }
  return <Button onClick={() => void share()}>{t('referral.shareInvitation')}</Button>
}
