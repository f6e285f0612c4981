import { useLabels } from '../../i18n/index.ts'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import css from './receipt.module.css'

/** A shortened hash, with a button that copies all of it. */
export function Hash({ hash }: { hash: string }) {
  const { t } = useLabels()
  return (
    <span className={css.hash}>
      {`${hash.slice(0, 8)}…${hash.slice(-8)}`}
      <CopyButton text={hash} label={t('receipt.copyHash')} />
    </span>
  )
}
