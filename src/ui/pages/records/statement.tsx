import { useState } from 'react'
import { Link } from 'wouter'
import type { Account, Statement } from '../../../api/money/records.ts'
import { monthStatement } from '../../../machines/money/records.ts'
import { recordsFileMachine } from '../../../machines/money/recordsFile.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseSigned } from '../../../rules/money/money.ts'
import { isMonth, monthOf, monthsAfter } from '../../../rules/time/months.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useMask } from '../../app/hidden.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { directionOf, formatAmount, formatCount, formatTime } from '../../format/format.ts'
import { formatMonth } from '../../format/period.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Tag } from '../../parts/marks/tag.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { STATEMENT } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { labelOf } from './labels.ts'
import { Printed } from './printed.tsx'
import css from './statement.module.css'

/** The statement of a month, to read and print: `?month=2026-11`, by default this month. */
export function StatementPage() {
  const { serverNow } = useServices()
  const zone = useZone()
  const asked = useQuery().get('month') ?? ''
  const month = isMonth(asked) ? asked : monthOf(Math.floor(serverNow() / 1000), zone)
  return <OneStatement key={`${month} ${zone}`} month={month} />
}

function OneStatement({ month }: { month: string }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const zone = useZone()
  const actor = useActorOf(monthStatement, { month })
  const { value, failed } = useShown(actor, (now) => ({ value: now.context.value, failed: now.hasTag('failed') }))
  const isOpen = month >= monthOf(Math.floor(serverNow() / 1000), zone)
  return (
    <>
      <nav className={css.months} aria-label={t('records.months')}>
        <Step month={monthsAfter(month, -1)} label="records.monthBefore" icon="back" />
        <span className={css.month}>{formatMonth(month, lang)}</span>
        {!isOpen && <Step month={monthsAfter(month, 1)} label="records.monthAfter" icon="forward" />}
        {isOpen && (
          <span className={css.open}>
            <Tag tone="warn">{t('records.notClosed')}</Tag>
          </span>
        )}
      </nav>
      <Printed
        value={value}
        failed={failed}
        onRetry={() => actor.send({ type: 'money.retry' })}
        shapes={['hero', 'line', 'card']}
        title={() => t('records.statementOf', { month: formatMonth(month, lang) })}
        beside={<SaveMonth month={month} />}
      >
        {(statement) =>
          statement.accounts.length === 0 ? (
            <>
              <Period statement={statement} />
              <Empty title={t('records.none')} text={t('records.noneHint')} />
            </>
          ) : (
            <Accounts statement={statement} isOpen={isOpen} />
          )
        }
      </Printed>
    </>
  )
}

/** A link to the month before, or after. */
function Step({ month, label, icon }: { month: string; label: UiKey; icon: IconName }) {
  const { t } = useLabels()
  return (
    <Link className={css.step} href={placeOf(STATEMENT, { month })} replace aria-label={t(label)}>
      <Icon name={icon} size={20} />
    </Link>
  )
}

/** Saves the month's movements as a file. */
function SaveMonth({ month }: { month: string }) {
  const { t } = useLabels()
  const actor = useActorOf(recordsFileMachine, { month })
  const { busy, failed } = useShown(actor, (now) => ({ busy: now.hasTag('busy'), failed: now.hasTag('failed') }))
  return (
    <Button kind="quiet" busy={busy} onClick={() => actor.send({ type: 'file.save' })}>
      {failed ? t('action.retry') : t('records.save')}
    </Button>
  )
}

/** Up to this many currencies are segments; more are a menu. */
const SEGMENTS_MAX = 4

function Accounts({ statement, isOpen }: { statement: Statement; isOpen: boolean }) {
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
            <Lines account={each} />
          </Card>
        </div>
      ))}
    </>
  )
}

function Period({ statement: { from, to, timeZone } }: { statement: Statement }) {
  const { t } = useLabels()
  const times = { from: formatTime(from, timeZone), to: formatTime(to, timeZone), zone: zoneName(timeZone) }
  return <p className={css.period}>{t('records.period', times)}</p>
}

/** The lines of an account, each name once: incoming, then outgoing. */
function useNamed({ currency, lines }: Account) {
  const { t } = useLabels()
  const { scale } = currencyOf(currency)
  const named = new Map<string, { amount: bigint; movements: number }>()
  for (const line of lines) {
    if (directionOf(line.amount) === 'flat') continue
    const name = t(labelOf(line))
    const { amount, movements } = named.get(name) ?? { amount: 0n, movements: 0 }
    named.set(name, {
      amount: amount + (parseSigned(line.amount, scale) ?? 0n),
      movements: movements + line.movements,
    })
  }
  const all = [...named].map(([name, { amount, movements }]) => ({
    name,
    movements,
    amount: formatMoney(amount, scale),
  }))
  return all.sort((one, other) => Number(one.amount.startsWith('-')) - Number(other.amount.startsWith('-')))
}

/** Opening balance, movements and closing balance: the figures of each column add up. */
function Lines({ account }: { account: Account }) {
  const { currency, opening, closing, held } = account
  const { t, lang } = useLabels()
  const mask = useMask()
  const written = (amount: string, sign = false) => mask(formatAmount(amount, 'exact', currency, lang, { sign }))
  return (
    <table className={css.lines}>
      <caption className="visually-hidden">{currency}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('records.what')}</th>
          <th scope="col">{t('records.amount')}</th>
        </tr>
      </thead>
      <tbody>
        <tr className={css.opening}>
          <th scope="row">{t('records.opening')}</th>
          <td>{written(opening)}</td>
        </tr>
        {useNamed(account).map(({ name, amount, movements }) => (
          <tr key={name}>
            <td>
              {name} <span className="muted">× {formatCount(movements, lang)}</span>
            </td>
            <td>{written(amount, true)}</td>
          </tr>
        ))}
        <tr className={css.closing}>
          <th scope="row">{t('records.closing')}</th>
          <td>{written(closing)}</td>
        </tr>
        <tr>
          <td className="muted">{t('records.ofThatHeld')}</td>
          <td className="muted">{written(held)}</td>
        </tr>
      </tbody>
    </table>
  )
}
