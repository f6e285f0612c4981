import type { Article, Block } from '../../../api/account/news.ts'
import { loadArticle } from '../../../machines/user/articles.ts'
import { type ReadKind, readKinds } from '../../../rules/account/articles.ts'
import { UTC } from '../../../rules/time/zone.ts'
import { bcp47, formatDate } from '../../format/format.ts'
import { languageNames } from '../../format/languages.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { NEWS, SERVICE } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { Blocks, idOf, Words } from './blocks.tsx'
import { DrawingOf } from './drawing.tsx'
import css from './news.module.css'
import { useLoaded } from './use-loaded.ts'

const isKind = (text: string | null): text is ReadKind => readKinds.some((kind) => kind === text)

/** An article by its address. */
export function ArticlePage() {
  const query = useQuery()
  const kind = query.get('kind')
  const slug = query.get('slug')
  return slug === null ? <Gone /> : <ArticleView kind={isKind(kind) ? kind : 'news'} slug={slug} />
}

/** An article, or that it does not exist. */
export function ArticleView({ kind, slug }: { kind: ReadKind; slug: string }) {
  const { t } = useLabels()
  const { load, loaded } = useLoaded(() => loadArticle(kind, slug))
  if (loaded === undefined) {
    return <LoadFirst load={load} shapes={['hero', 'line', 'card', 'card', 'card']} title={t('load.failed')} />
  }
  return loaded ? (
    <>
      <AsOf at={loaded.asOf} />
      <Read article={loaded.value} />
    </>
  ) : (
    <Gone />
  )
}

export function Gone() {
  const { t } = useLabels()
  return <Empty title={t('news.gone')} text={t('news.goneText')} action={{ to: NEWS, label: t('news.toNews') }} />
}

/** With fewer headings, a table of contents is not useful. */
const CONTENTS_MIN = 3

function Read({ article }: { article: Article }) {
  const { t, lang } = useLabels()
  const { title, summary, date, version, body, picture, kind } = article
  const day = formatDate(date, UTC)
  const isForeign = article.lang !== lang
  return (
    <article className={css.article} lang={bcp47(article.lang)}>
      <header>
        <h2 className={css.title}>{title}</h2>
        <p className={css.summary}>{summary}</p>
        <p className={css.facts} lang={bcp47(lang)}>
          {version === null
            ? kind === 'news'
              ? day
              : t('help.computed')
            : t('news.versionOf', { version, date: day })}
        </p>
      </header>
      {isForeign && (
        <div lang={bcp47(lang)}>
          <Callout>{t('news.foreign', { language: languageNames[article.lang] })}</Callout>
        </div>
      )}
      {picture && <DrawingOf {...picture} />}
      <Contents body={body} />
      <Blocks blocks={body} />
      {kind === 'help' && (
        <div lang={bcp47(lang)}>
          <LinkButton kind="quiet" to={SERVICE}>
            {t('help.ask')}
          </LinkButton>
        </div>
      )}
    </article>
  )
}

/** The headings of an article, as links. */
export function Contents({ body }: { body: readonly Block[] }) {
  const { t, lang } = useLabels()
  const headings = body.flatMap((block, at) => (block.type === 'heading' && block.level === 2 ? [{ at, block }] : []))
  if (headings.length < CONTENTS_MIN) return null
  const go = (at: number) => {
    const heading = document.getElementById(idOf(at))
    // The hash is the app's place: a link to an id would leave the page.
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  return (
    <details className={css.contents}>
      <summary lang={bcp47(lang)}>{t('news.contents')}</summary>
      <ol>
        {headings.map(({ at, block }) => (
          <li key={at}>
            <button type="button" onClick={() => go(at)}>
              <Words words={block.words} />
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}
