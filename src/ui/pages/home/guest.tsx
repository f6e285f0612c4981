import type { ReactNode } from 'react'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { ARTICLE, LOGIN, RISKS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { PriceSource } from '../market/price-source.tsx'
import { QuoteList } from '../market/quote-list.tsx'
import css from './home.module.css'

/** A selection: the largest coins, and gold. */
const SHOWN = /^(BTC|ETH|SOL|XRP|XAU)U/

/** For a guest: what the app is, sign-in, its proofs and its risks, and live prices. `all`: the link to all markets. */
export function Guest({ listed, all }: { listed: readonly Instrument[]; all: ReactNode }) {
  const { t } = useLabels()
  return (
    <>
      <div>
        <h2 className={css.offer}>{t('home.guestTitle')}</h2>
        <PriceSource />
        <p className="muted">{t('home.guestText')}</p>
        <div className={css.guest}>
          <LinkButton to={placeOf(LOGIN, { view: 'create' })}>{t('home.create')}</LinkButton>
          <LinkButton kind="quiet" to={LOGIN}>
            {t('action.signIn')}
          </LinkButton>
        </div>
      </div>
      <Card menu>
        <Row
          leading={<Icon name="trade" size={20} />}
          title={t('home.proofs')}
          subtitle={t('home.proofsText')}
          to={placeOf(ARTICLE, { kind: 'news', slug: 'receipts' })}
          arrow
        />
        <Row
          leading={<Icon name="info" size={20} />}
          title={t('home.risks')}
          subtitle={t('home.risksText')}
          to={RISKS}
          arrow
        />
      </Card>
      <section>
        <div className={css.head}>
          <h2>{t('title.market')}</h2>
          {all}
        </div>
        <QuoteList
          label={t('title.market')}
          source={false}
          instruments={listed.filter(({ symbol }) => SHOWN.test(symbol))}
        />
      </section>
    </>
  )
}
