import { useWords } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { Statement } from '../parts/lists/statement.tsx'
import { refresh } from '../parts/marks/drawings.ts'

type OnceDoubtProps = {
  /** The request is still being retried. */
  pending: boolean
  onCheck: () => void
  /** The list that shows the outcome, once retries have ended. */
  where: string
  onClose: () => void
}

/** A request without an answer: its state, and the retries. */
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
