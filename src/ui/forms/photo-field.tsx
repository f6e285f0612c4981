import { useId } from 'react'
import { useLabels } from '../i18n/index.ts'
import { FieldFrame, tie } from '../parts/fields/field.tsx'
import { camera } from '../parts/marks/drawings.ts'
import { DrawnPhoto } from '../parts/marks/drawn-photo.tsx'
import { Icon } from '../parts/marks/icons.tsx'
import { PhotoInput, usePhotoChoice } from './photo-choice.tsx'
import css from './photo-field.module.css'

/** A photograph from the camera or a file, with a preview. */
export function PhotoField(props: {
  label: string
  photo: File | null
  error: string | undefined
  disabled: boolean
  /** One of several, below which one hint is enough. */
  plain?: boolean
  onChange: (photo: File | null) => void
}) {
  const { label, photo, error, disabled, plain = false, onChange } = props
  const { t } = useLabels()
  const id = useId()
  const choice = usePhotoChoice(onChange)
  const words = { label, error: choice.error ?? error, hint: plain ? undefined : t('photo.hint') }
  return (
    <FieldFrame id={id} {...words}>
      <div className={css.photo} aria-busy={choice.busy}>
        {choice.busy ? (
          <span className={css.empty} role="status">
            {t('photo.preparing')}
          </span>
        ) : photo ? (
          <>
            <DrawnPhoto photo={photo} className={css.preview} />
            <span className={css.change}>{t('photo.change')}</span>
          </>
        ) : (
          <span className={css.empty}>
            <Icon name={camera} />
            {t('photo.add')}
          </span>
        )}
        <PhotoInput {...tie(id, words)} className={css.input} disabled={disabled} choose={choice.choose} />
      </div>
    </FieldFrame>
  )
}
