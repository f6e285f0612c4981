import { useLabels } from '../i18n/index.ts'
import { LinkButton } from '../parts/buttons/button.tsx'
import { HELP } from '../router/places.ts'
import { placeOf } from '../router/router.ts'

/** The help guide on a page's subject, at the end of the page. */
export function GuideLink({ slug }: { slug: string }) {
  const { t } = useLabels()
  return (
    <LinkButton kind="plain" to={placeOf(HELP, { slug })}>
      {t('action.guide')}
    </LinkButton>
  )
}
