import { useSelector } from '@xstate/react'
import { strategyOffer } from '../../../machines/trade/strategies.ts'
import type { LoadedStrategyOffer } from '../../../machines/trade/strategyForm.ts'
import { strategyTypes } from '../../../rules/strategy/strategy.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { ASSETS, STRATEGY_ORDERS, STRATEGY_START } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import css from './strategy.module.css'

/** The strategies on offer. */
export function StrategiesPage() {
  const { t } = useLabels()
  const load = useActorOf(strategyOffer)
  const loaded = useSelector(load, ({ output }) => output)
  return (
    <>
      <Header
        title={t('title.strategy')}
        back={ASSETS}
        trailing={<HeaderLink to={STRATEGY_ORDERS}>{t('strategy.orders')}</HeaderLink>}
      />
      <div className="page">
        <p className="muted">{t('strategy.intro')}</p>
        {loaded ? (
          <Offered loaded={loaded} />
        ) : (
          <LoadFirst load={load} shapes={['card', 'card']} title={t('strategy.notLoaded')} />
        )}
      </div>
    </>
  )
}

function Offered({ loaded: { offer } }: { loaded: LoadedStrategyOffer }) {
  const { t, lang } = useLabels()
  return (
    <>
      <ShortDay seconds={offer.daySeconds} />
      {strategyTypes.map((type) => (
        <Card key={type} title={t(`strategy.type.${type}`)}>
          <div className={css.words}>
            <p>{t(`strategy.does.${type}`)}</p>
            <p className="muted">{t(`strategy.loses.${type}`)}</p>
            <LinkButton kind="quiet" to={placeOf(STRATEGY_START, { type })}>
              {t(`strategy.setUp.${type}`)}
            </LinkButton>
          </div>
        </Card>
      ))}
      <p className="fine">
        {t('strategy.running', { live: formatCount(offer.live, lang), max: formatCount(offer.max, lang) })}
      </p>
      <GuideLink slug="strategies" />
    </>
  )
}
