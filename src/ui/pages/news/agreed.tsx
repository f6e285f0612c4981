import type { AgreedText } from '../../../api/account/news.ts'
import { loadAgreed } from '../../../machines/user/articles.ts'
import { bcp47 } from '../../format/format.ts'
import { languageNames } from '../../format/languages.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Contents, Gone } from './article.tsx'
import { placeOfArticle } from './article-place.ts'
import { Blocks } from './blocks.tsx'
import css from './news.module.css'
import { useLoaded } from './use-loaded.ts'

/** A document in the version that the user consented to, whatever is in force now. */
export function AgreedView({ hash }: { hash: string }) {
  const { t } = useLabels()
  const { load, loaded } = useLoaded(() => loadAgreed(hash))
  if (loaded === undefined) {
    return <LoadFirst load={load} shapes={['hero', 'line', 'card', 'card', 'card']} title={t('load.failed')} />
  }
  return loaded ? <Agreed text={loaded} hash={hash} /> : <Gone />
}

function Agreed({ text, hash }: { text: AgreedText; hash: string }) {
  const { t, lang } = useLabels()
  const { title, slug, version, body, inForce } = text
  return (
    <article className={css.article} lang={bcp47(text.lang)}>
      <header>
        <h2 className={css.title}>{title}</h2>
        <p className={css.facts} lang={bcp47(lang)}>
          {t('news.agreedVersion', { version })}
        </p>
        <p className="number">SHA-256 {hash}</p>
      </header>
      {!inForce && (
        <div lang={bcp47(lang)}>
          <Callout
            action={
              <LinkButton kind="plain" to={placeOfArticle({ kind: 'legal', slug })}>
                {t('news.toInForce')}
              </LinkButton>
            }
          >
            {t('news.notInForce')}
          </Callout>
        </div>
      )}
      {text.lang !== lang && (
        <div lang={bcp47(lang)}>
          <Callout>{t('news.agreedIn', { language: languageNames[text.lang] })}</Callout>
        </div>
      )}
      <Contents body={body} />
      <Blocks blocks={body} />
    </article>
  )
}
