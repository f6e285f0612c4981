import { CopyButton } from '../../copy-button.tsx'
import { useWords } from '../../i18n/index.ts'
import css from './receipt.module.css'

/** A hash in short, with the whole of it to copy. */
export function Hash({ hash }: { hash: string }) {
  const { t } = useWords()
  return (
    <span className={css.hash}>
      {`${hash.slice(0, 8)}…${hash.slice(-8)}`}
      <CopyButton text={hash} label={t('receipt.copyHash')} />
    </span>
  )
}
