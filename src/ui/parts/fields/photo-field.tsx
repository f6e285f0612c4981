import { type ChangeEvent, useId } from 'react'
import { useLabels } from '../../i18n/index.ts'
import { camera } from '../marks/drawings.ts'
import { DrawnPhoto } from '../marks/drawn-photo.tsx'
import { Icon } from '../marks/icons.tsx'
import { FieldFrame, tie } from './field.tsx'
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
  const words = { label, error, hint: plain ? undefined : t('photo.hint') }
  return (
    <FieldFrame id={id} {...words}>
      <div className={css.photo}>
        {photo ? (
          <Preview photo={photo} />
        ) : (
          <span className={css.empty}>
            <Icon name={camera} />
            {t('photo.add')}
          </span>
        )}
        <input
          {...tie(id, words)}
          className={css.input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={disabled}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            const [chosen = null] = event.target.files ?? []
            if (chosen) onChange(chosen)
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
      </div>
    </FieldFrame>
  )
}

function Preview({ photo }: { photo: File }) {
  const { t } = useLabels()
  return (
    <>
      <DrawnPhoto photo={photo} className={css.preview} />
      <span className={css.change}>{t('photo.change')}</span>
    </>
  )
}
