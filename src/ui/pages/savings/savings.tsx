import { useSelector } from '@xstate/react'
import type { SavingsOffer } from '../../../api/money/savings.ts'
import { savingsFormMachine } from '../../../machines/money/savingsForm.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatAmount, formatBps, formatPlain } from '../../format/format.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { useQuery } from '../../router/router.ts'
import { PlaceSheet } from './place-sheet.tsx'
import css from './savings.module.css'
import { SavingsList } from './savings-list.tsx'
import { SavingsSheet } from './savings-sheet.tsx'

/** Fixed-term deposits: products, and the user's own. `?deposit=…`: the one to show. */
export function SavingsPage() {
  const { t } = useLabels()
  const actor = useActorOf(savingsFormMachine, { newRequestId })
  const load = useSelector(actor, ({ children }) => children.load)
  const offer = useSelector(actor, ({ context }) => context.offer)
  const shown = useQuery().get('deposit')
  return (
    <div className={css.page}>
      <p className="muted">{t('savings.intro')}</p>
      {offer === null ? (
        <LoadFirst load={load} shapes={['row', 'row', 'row', 'row', 'row']} />
      ) : (
        <>
          <ShortDay seconds={offer.daySeconds} />
          <Offer offer={offer} onChoose={(product) => actor.send({ type: 'savings.choose', product })} />
          <PlaceSheet actor={actor} />
          <SavingsList />
        </>
      )}
      <SavingsSheet key={shown} id={shown} />
    </div>
  )
}

function Offer({ offer, onChoose }: { offer: SavingsOffer; onChoose: (product: string) => void }) {
  const { t, lang } = useLabels()
  return (
    <section className={css.part}>
      <h2 className={css.title}>{t('savings.offer')}</h2>
      <List label={t('savings.offer')}>
        {offer.products.map(({ id, currency, days, rateBps, min, max, left }) => (
          <li key={id}>
            <Row
              leading={<CoinMark code={currency} />}
              title={t('savings.days', { count: days })}
              subtitle={t('savings.range', { min: formatPlain(min, lang), max: formatPlain(max, lang), currency })}
              value={t('savings.rate', { rate: formatBps(rateBps, lang) })}
              note={t('savings.left', { amount: formatAmount(left, 'receive', currency, lang), currency })}
              onClick={() => onChoose(id)}
            />
          </li>
        ))}
      </List>
    </section>
  )
}
