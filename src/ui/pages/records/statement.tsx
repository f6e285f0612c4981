import { useState } from 'react'
import { Link } from 'wouter'
import type { Statement } from '../../../api/money/records.ts'
import { periodStatement } from '../../../machines/money/records.ts'
import { recordsFileMachine } from '../../../machines/money/recordsFile.ts'
import { currencies } from '../../../rules/money/currencies.ts'
import { isDay, isMonth, monthOf, monthsAfter } from '../../../rules/time/months.ts'
import { dayOf } from '../../../rules/time/zone.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useMask } from '../../app/hidden.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTime } from '../../format/format.ts'
import { formatDays, formatMonth } from '../../format/period.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { Tag } from '../../parts/marks/tag.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { STATEMENT } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { AccountLines } from './account-lines.tsx'
import { type Asked, EachRecord } from './each-record.tsx'
import { Printed } from './printed.tsx'
import css from './statement.module.css'

/**
 * The statement of a month, to read and print: `?month=2026-11`, by default this month; or of some days: `?from=2026-11-01&to=2026-11-21`.
 * `&currency=USDT`: of one account.
 */
export function StatementPage() {
  const { serverNow } = useServices()
  const zone = useZone()
  const query = useQuery()
  const [month, from, to] = [query.get('month') ?? '', query.get('from') ?? '', query.get('to') ?? '']
  const currency = currencies.find(({ code }) => code === query.get('currency'))?.code
  const covered =
    isDay(from) && isDay(to)
      ? { from, to }
      : { month: isMonth(month) ? month : monthOf(Math.floor(serverNow() / 1000), zone) }
  return <OneStatement key={JSON.stringify([covered, currency, zone])} asked={{ covered, currency }} />
}

function OneStatement({ asked }: { asked: Asked }) {
  const { covered, currency } = asked
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const today = dayOf(Math.floor(serverNow() / 1000), useZone())
  const actor = useActorOf(periodStatement, covered)
  const { value, failed } = useShown(actor, (now) => ({ value: now.context.value, failed: now.hasTag('failed') }))
  const isOpen = 'month' in covered ? covered.month >= today.slice(0, 7) : covered.to >= today
  const period = 'month' in covered ? formatMonth(covered.month, lang) : formatDays(covered.from, covered.to, lang)
  return (
    <>
      <nav className={css.months} aria-label={t('records.months')}>
        {'month' in covered && <Step asked={asked} month={covered.month} by={-1} />}
        <span className={css.month}>{period}</span>
        {'month' in covered && !isOpen && <Step asked={asked} month={covered.month} by={1} />}
        {isOpen && (
          <span className={css.open}>
            <Tag tone="warn">{t('records.notClosed')}</Tag>
          </span>
        )}
      </nav>
      <Printed
        value={
          value && {
            ...value,
            accounts: value.accounts.filter((each) => each.currency === (currency ?? each.currency)),
          }
        }
        failed={failed}
        onRetry={() => actor.send({ type: 'money.retry' })}
        shapes={['hero', 'line', 'card']}
        title={() => t('records.statementOf', { month: period })}
        beside={<SavePeriod asked={asked} />}
      >
        {(statement) =>
          statement.accounts.length === 0 ? (
            <>
              <Period statement={statement} />
              <Empty title={t('records.noMatch')} text={[period, currency].filter(Boolean).join(', ')} />
            </>
          ) : (
            <Accounts statement={statement} asked={asked} isOpen={isOpen} />
          )
        }
      </Printed>
    </>
  )
}

type StepProps = { asked: Asked; month: string; by: 1 | -1 }

/** A link to the month before, or after. */
function Step({ asked: { currency }, month, by }: StepProps) {
  const { t } = useLabels()
  return (
    <Link
      className={css.step}
      href={placeOf(STATEMENT, { month: monthsAfter(month, by), currency })}
      replace
      aria-label={t(by > 0 ? 'records.monthAfter' : 'month.before')}
    >
      <Icon name={by > 0 ? 'forward' : 'back'} size={20} />
    </Link>
  )
}

/** Saves the movements of the period as a file. */
function SavePeriod({ asked: { covered, currency } }: { asked: Asked }) {
  const { t } = useLabels()
  const actor = useActorOf(recordsFileMachine, { ...covered, currency })
  const { busy, failed } = useShown(actor, (now) => ({ busy: now.hasTag('busy'), failed: now.hasTag('failed') }))
  return (
    <Button kind="quiet" busy={busy} onClick={() => actor.send({ type: 'file.save' })}>
      {failed ? t('action.retry') : t('records.save')}
    </Button>
  )
}

/** Up to this many currencies are segments; more are a menu. */
const SEGMENTS_MAX = 4

function Accounts({ statement, asked, isOpen }: { statement: Statement; asked: Asked; isOpen: boolean }) {
  const { t, lang } = useLabels()
  const mask = useMask()
  const { accounts } = statement
  const [chosen, choose] = useState(accounts[0]?.currency)
  const account = accounts.find(({ currency }) => currency === chosen) ?? accounts[0]
  if (!account) return null
  const { currency, closing } = account
  const options = accounts.map(({ currency }) => ({ value: currency, label: currency }))
  const label = t('currency.label')
  return (
    <>
      <Hero label={t(isOpen ? 'records.balanceNow' : 'records.closing')} unit={currency}>
        <span>{mask(formatAmount(closing, 'exact', currency, lang))}</span>
      </Hero>
      <Period statement={statement} />
      <div className={css.choice}>
        {options.length > SEGMENTS_MAX ? (
          <SelectField label={label} value={currency} options={options} onChange={choose} />
        ) : (
          options.length > 1 && (
            <Choice legend={label} hideLegend value={currency} options={options} onChange={choose} />
          )
        )}
      </div>
      {accounts.map((each) => (
        <div key={each.currency} className={css.account} data-chosen={each === account}>
          <Card>
            <AccountLines account={each} />
          </Card>
        </div>
      ))}
      <EachRecord asked={asked} chosen={currency} zone={statement.timeZone} />
    </>
  )
}

function Period({ statement: { from, to, timeZone } }: { statement: Statement }) {
  const { t } = useLabels()
  const times = { from: formatTime(from, timeZone), to: formatTime(to, timeZone), zone: zoneName(timeZone) }
  return <p className={css.period}>{t('records.period', times)}</p>
}
