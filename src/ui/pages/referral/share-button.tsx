import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { useServices } from '../../services.ts'

/** Hands a link to the device's own list of ways to share it; nothing where the device has none. */
export function ShareButton({ text, url }: { text: string; url: string }) {
  const { notice } = useServices()
  const { t } = useWords()
  if (!('share' in navigator)) return null
  const share = async () => {
    try {
      await navigator.share({ title: t('title.home'), text, url })
    } catch (error) {
      // Whoever closes the list has chosen so.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notice.send({ type: 'notice.show', notice: { text: t('referral.shareFailed'), tone: 'bad' } })
    }
  }
  return <Button onClick={() => void share()}>{t('referral.share')}</Button>
}
