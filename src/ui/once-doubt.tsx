import { useWords } from './i18n/index.ts'
import { Button } from './parts/button.tsx'
import { refresh } from './parts/drawings.ts'
import { Statement } from './parts/statement.tsx'

type OnceDoubtProps = {
  /** The request is still sent again. */
  pending: boolean
  onCheck: () => void
  /** What says whether it was done, once nobody asks any more. */
  where: string
  onClose: () => void
}

/** A request went out, and no answer came: what is known, and what is being done about it. */
export function OnceDoubt({ pending, onCheck, where, onClose }: OnceDoubtProps) {
  const { t } = useWords()
  return pending ? (
    <Statement
      icon={refresh}
      title={t('once.checking')}
      text={t('once.checkingText')}
      actions={
        <Button kind="quiet" onClick={onCheck}>
          {t('once.checkNow')}
        </Button>
      }
    />
  ) : (
    <Statement
      icon="warning"
      title={t('once.unknown')}
      text={where}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    />
  )
}
