import { startTransition, useActionState, useOptimistic } from 'react'
import { type Lang, langs } from '../../../api/wire/fields.ts'
import { useServices } from '../../app/services.ts'
import { bcp47 } from '../../format/format.ts'
import { languageNames } from '../../format/languages.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import css from './language.module.css'

const options = langs.map((lang) => ({ value: lang, label: languageNames[lang], lang: bcp47(lang) }))

/** The languages of the app, each by its own name. A choice applies at once, and is saved. */
export function LanguagePage() {
  const { chooseLang, notice } = useServices()
  const { t, lang } = useLabels()
  const [shown, show] = useOptimistic(lang)
  const [failed, choose] = useActionState<Lang | null, Lang>(async (_, chosen) => {
    show(chosen)
    try {
      await chooseLang(chosen)
      notice.send({ type: 'notice.show', notice: { key: 'updated', tone: 'good' } })
      return null
    } catch {
      return chosen
    }
  }, null)
  return (
    <div className={css.page}>
      <Choice
        legend={t('title.language')}
        hideLegend
        look="list"
        options={options}
        value={shown}
        onChange={(chosen) => startTransition(() => choose(chosen))}
      />
      {failed && <Callout tone="bad">{t('language.failed', { name: languageNames[failed] })}</Callout>}
    </div>
  )
}
