import { Children, Fragment, type ReactNode } from 'react'
import { betweenSentences } from '../../format/sentences.ts'
import { useLabels } from '../../i18n/index.ts'

/** Sentences of one paragraph, each a child, with what the language puts between two of them. Children that show nothing are left out. */
export function Sentences({ children }: { children: ReactNode }) {
  const { lang } = useLabels()
  return Children.toArray(children).map((sentence, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences keep their place
    <Fragment key={at}>
      {at > 0 && betweenSentences(lang)}
      {sentence}
    </Fragment>
  ))
}
