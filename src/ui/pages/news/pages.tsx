import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { ARTICLE, HELP, LICENCE, LOAN_TERMS, NEWS, NEWS_LIST, RISKS, TERMS } from '../../router/places.ts'
import { ArticlePage } from './article.tsx'
import { LicencePage, LoanTermsPage, RisksPage, TermsPage } from './documents.tsx'
import { HelpPage } from './help.tsx'
import { NewsPage } from './news.tsx'
import { NewsListPage } from './news-list.tsx'
import { NoLocationPage } from './no-location.tsx'

export { Agreements } from './agreements.tsx'
export { Reading } from './reading.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  [NEWS]: NewsPage,
  [NEWS_LIST]: NewsListPage,
  [ARTICLE]: ArticlePage,
  [HELP]: HelpPage,
  [TERMS]: TermsPage,
  [LOAN_TERMS]: LoanTermsPage,
  [LICENCE]: LicencePage,
  [RISKS]: RisksPage,
}

/** All articles in one chunk: it is small, and users go from one page to the next. */
export function ReadPage() {
  const [path] = useLocation()
  const Page = pages[path] ?? NoLocationPage
  return <Page />
}
