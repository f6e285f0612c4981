import { useLabels } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import css from './update-offer.module.css'

export type UpdateOfferProps = {
  /** `taking`: accepted, and being installed. */
  offer: 'offered' | 'taking' | undefined
  onAccept: () => void
  onLater: () => void
}

/** Offers a newer build of the app, over the page and without shifting it. */
export function UpdateOffer({ offer, onAccept, onLater }: UpdateOfferProps) {
  const { t } = useLabels()
  return (
    <div className={css.region} role="status">
      {offer && (
        <div className={css.offer}>
          <p className={css.words}>{t('update.ready')}</p>
          <div className={css.buttons}>
            {offer === 'offered' && (
              <Button kind="plain" onClick={onLater}>
                {t('update.later')}
              </Button>
            )}
            <Button small busy={offer === 'taking'} onClick={onAccept}>
              {t('update.take')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
