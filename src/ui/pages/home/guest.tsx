import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { ARTICLE, LOGIN, MARKETS, RISKS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { PriceSource } from '../market/price-source.tsx'
import { QuoteList } from '../market/quote-list.tsx'
import { useListed } from '../market/use-board.ts'
import css from './home.module.css'

/** A selection: the largest coins, and gold. */
const MARKETS_SHOWN: readonly string[] = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'XAUUSD']

/** For a guest: what the app is, sign-in, its proofs and its risks, and live prices. */
export function Guest() {
  const { t } = useLabels()
  const listed = useListed()
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
      <div className={css.proofs}>
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
      </div>
      <section>
        <div className={css.head}>
          <h2>{t('title.market')}</h2>
          <LinkButton kind="plain" to={MARKETS}>
            {t('home.allMarkets')}
          </LinkButton>
        </div>
        <QuoteList
          label={t('title.market')}
          source={false}
          instruments={listed.filter(({ symbol }) => MARKETS_SHOWN.includes(symbol))}
        />
      </section>
    </>
  )
}
