import { useEffect } from 'react'
import { photoChoiceMachine } from '../../machines/parts/photoChoice.ts'
import type { ChosenKey } from '../../rules/account/photos.ts'
import { useActorOf } from '../app/actor-of.ts'
import { useShown } from '../app/shown.ts'
import { messageText, useLabels } from '../i18n/index.ts'

/** Why a photograph cannot be sent, as text. */
function useChosenText() {
  const { t } = useLabels()
  return (key: ChosenKey, params: Record<string, string>) => {
    const { limit = '' } = params
    switch (key) {
      case 'fileTooLarge':
      case 'wrongFileType':
        return messageText(key, params)
      case 'photoTooSmall':
        return t('photo.tooSmall', { limit })
      case 'photoTooManyPixels':
        return t('photo.tooManyPixels', { limit })
      case 'photoUnreadable':
        return t('photo.unreadable')
    }
  }
}

/**
 * The choice of a photograph, wherever one is chosen: checked and scaled down at once.
 *
 * @param onChange receives a photograph that is ready to be sent; null if the chosen one is not
 */
export function usePhotoChoice(onChange: (photo: File | null) => void) {
  const choice = useActorOf(photoChoiceMachine)
  const text = useChosenText()
  const { busy, wrong } = useShown(choice, (now) => ({ busy: now.hasTag('busy'), wrong: now.context.wrong }))
  useEffect(() => {
    const listening = choice.on('photo.chosen', ({ photo }) => onChange(photo))
    return () => listening.unsubscribe()
  }, [choice, onChange])
  return {
    busy,
    error: wrong ? text(wrong.key, wrong.params) : undefined,
    choose: (file: File) => choice.send({ type: 'photo.choose', file }),
  }
}

/** The native control for a photograph from the camera or a file. */
export function PhotoInput({
  choose,
  ...rest
}: {
  choose: (file: File) => void
  id: string
  className: string | undefined
  disabled?: boolean
}) {
  return (
    <input
      {...rest}
      type="file"
      accept="image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif"
      onChange={({ target }) => {
        const [chosen] = target.files ?? []
        if (chosen) choose(chosen)
        // The same file can be chosen again.
        target.value = ''
      }}
    />
  )
}
