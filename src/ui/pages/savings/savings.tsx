import { useSelector } from '@xstate/react'
import type { SavingsOffer } from '../../../api/money/savings.ts'
import type { MoneyListRef } from '../../../machines/money/moneyList.ts'
import { savingsList, savingsSums } from '../../../machines/money/savings.ts'
import { savingsFormMachine } from '../../../machines/money/savingsForm.ts'
import { loanCycles, yearlyBps } from '../../../rules/loan/loan.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, isAbove, parseMoney } from '../../../rules/money/money.ts'
import { savingsInterest } from '../../../rules/savings/savings.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatBps, formatCompact, formatDateMs, formatPlain } from '../../format/format.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { usePagesView } from '../../lists/paged-list.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Section } from '../../parts/page/section.tsx'
import { useQuery } from '../../router/router.ts'
import { PlaceSheet } from './place-sheet.tsx'
import { useRate } from './rate.ts'
import { Ended, Running } from './savings-list.tsx'
import { SavingsSheet } from './savings-sheet.tsx'

/** The lowest yearly rate of a loan, in basis points. */
const LEAST_OF_LOANS = Math.min(...loanCycles.map(({ ratePpm }) => yearlyBps(ratePpm)))

/** Fixed-term deposits: what is deposited, the products, and the user's own. `?deposit=…`: the one to show. */
export function SavingsPage() {
  const { t, lang } = useLabels()
  const actor = useActorOf(savingsFormMachine, { newRequestId })
  const load = useSelector(actor, ({ children }) => children.load)
  const offer = useSelector(actor, ({ context }) => context.offer)
  const list = useActorOf(savingsList, { kind: 'savings' })
  const view = usePagesView(useSelector(list, (now) => now.children.pages))
  const hasFailed = useSelector(load, (now) => now?.hasTag('failed') ?? false)
  const shown = useQuery().get('deposit')
  return (
    <div className="page">
      {offer === null ? (
        <>
          <LoadFirst load={load} shapes={['hero', 'row', 'row', 'row', 'row', 'row']} />
          {hasFailed && view === 'ready' && (
            <>
              <Deposited list={list} />
              <Running list={list} />
              <Ended list={list} />
            </>
          )}
        </>
      ) : (
        <>
          <Deposited list={list} />
          <ShortDay seconds={offer.daySeconds} />
          <Running list={list} />
          <Offer offer={offer} onChoose={(product) => actor.send({ type: 'savings.choose', product })} />
          <p className="muted">
            {t('savings.intro')}
            {offer.cover && ` ${t('savings.loanFirst', { rate: formatBps(LEAST_OF_LOANS, lang) })}`}
          </p>
          <PlaceSheet actor={actor} />
          <GuideLink slug="savings" />
          <Ended list={list} />
        </>
      )}
      <SavingsSheet key={shown} id={shown} />
    </div>
  )
}

const NONE = { currency: 'USDT', principal: '0', interest: '0', earned: '0' }

/** Deposits in each currency, and their interest. */
function Deposited({ list }: { list: MoneyListRef<'savings'> }) {
  const { t, lang } = useLabels()
  const totals = useActorOf(savingsSums, {})
  const sums = useSelector(totals, ({ context }) => context.value)
  const orders = useShown(list, (now) => ({ all: now.context.orders })).all
  const maturing = orders.filter(({ state }) => state === 'running').map(({ maturesAt }) => maturesAt)
  const date = maturing.length === 1 && maturing[0] !== undefined ? formatDateMs(maturing[0]) : null
  if (sums === null) {
    return (
      <Hero label={t('savings.deposited')} unit={NONE.currency} note={<span />}>
        <span />
      </Hero>
    )
  }
  return (sums.length > 0 ? sums : [NONE]).map(({ currency, principal, interest, earned }) => {
    const shown = (amount: string, sign = false) => formatAmount(amount, 'receive', currency, lang, { sign })
    return (
      <Hero
        key={currency}
        label={t('savings.deposited')}
        unit={currency}
        note={
          <span className="muted">
            {isAbove(interest, '0') ? (
              <>
                {t('savings.interest')} <b className="rise">{shown(interest, true)}</b>
                {date !== null && ` · ${date}`}
              </>
            ) : (
              `${t('savings.earned')} ${shown(earned)}`
            )}
          </span>
        }
      >
        {shown(principal)}
      </Hero>
    )
  })
}

/** The example amount for each product's interest, as a decimal. */
const EXAMPLE = '1000'

function Offer({ offer, onChoose }: { offer: SavingsOffer; onChoose: (product: string) => void }) {
  const { t, lang } = useLabels()
  const rateOf = useRate()
  return (
    <Section title={t('savings.offer')}>
      <List label={t('savings.offer')}>
        {offer.products.map(({ id, currency, days, rateBps, min, left }) => {
          const { scale } = currencyOf(currency)
          const interest = formatMoney(savingsInterest(parseMoney(EXAMPLE, scale) ?? 0n, { rateBps, days }), scale)
          const rate = rateOf(rateBps)
          const isFull = isAbove(min, left)
          const pays = {
            amount: formatPlain(EXAMPLE, lang),
            interest: `${formatAmount(interest, 'receive', currency, lang)} ${currency}`,
          }
          return (
            <li key={id}>
              <Row
                title={t('day.count', { count: days })}
                subtitle={
                  <>
                    {t('savings.pays', pays)}
                    <br />
                    {t('savings.from', { min: formatPlain(min, lang) })} ·{' '}
                    {isFull ? t('savings.full') : t('savings.left', { amount: formatCompact(left, lang) })}
                  </>
                }
                value={rate.year}
                note={rate.day}
                {...(!isFull && { onClick: () => onChoose(id) })}
              />
            </li>
          )
        })}
      </List>
    </Section>
  )
}
