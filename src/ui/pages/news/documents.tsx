import { loadArticles } from '../../../machines/user/articles.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { useQuery } from '../../router/router.ts'
import { AgreedView } from './agreed.tsx'
import { ArticleView } from './article.tsx'
import css from './news.module.css'
import { RiskRows } from './risk-rows.tsx'
import { useLoaded } from './use-loaded.ts'

/** The terms of service. */
export const TermsPage = () => <ArticleView kind="legal" slug="terms" />

/** The loan agreement: in force, or as the user consented to it: `?hash=…`. */
export function LoanTermsPage() {
  const hash = useQuery().get('hash')
  return hash === null ? <ArticleView kind="legal" slug="loans" /> : <AgreedView key={hash} hash={hash} />
}

/** The risk disclosure: what can be lost by product, then the document. */
export const RisksPage = () => (
  <div className={css.risks}>
    <RiskRows />
    <ArticleView kind="legal" slug="risks" />
  </div>
)

/** The operator's licence as published, or that there is none. */
export function LicencePage() {
  const { t } = useLabels()
  const { load, loaded } = useLoaded(() => loadArticles({ kind: 'legal' }))
  if (!loaded) return <LoadFirst load={load} shapes={['hero', 'card']} title={t('load.failed')} />
  if (loaded.articles.some(({ slug }) => slug === 'licence')) return <ArticleView kind="legal" slug="licence" />
  return (
    <div className={css.page}>
      <h2 className={css.title}>{t('news.licence')}</h2>
      <Card title={t('licence.none')}>
        <p className="muted">{t('licence.noneText')}</p>
      </Card>
    </div>
  )
}
