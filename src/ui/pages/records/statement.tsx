import type { Account, Statement } from '../../../api/money/records.ts'
import { monthStatement } from '../../../machines/money/records.ts'
import { isMonth, monthOf } from '../../../rules/time/months.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useMask } from '../../app/hidden.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { directionOf, formatAmount, formatCount, formatTime } from '../../format/format.ts'
import { formatMonth } from '../../format/period.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { Card } from '../../parts/lists/list.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { useQuery } from '../../router/router.ts'
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
  const actor = useActorOf(monthStatement, { month })
  const { value, failed } = useShown(actor, (now) => ({ value: now.context.value, failed: now.hasTag('failed') }))
  return (
    <Printed
      value={value}
      failed={failed}
      onRetry={() => actor.send({ type: 'money.retry' })}
      shapes={['line', 'card', 'card']}
      title={() => formatMonth(month, lang)}
      below={(statement) => <Period statement={statement} />}
    >
      {({ accounts }) =>
        accounts.length === 0 ? (
          <Empty title={t('records.none')} text={t('records.noneHint')} />
        ) : (
          accounts.map((account) => (
            <Card key={account.currency} title={account.currency}>
              <Lines account={account} />
            </Card>
          ))
        )
      }
    </Printed>
  )
}

function Period({ statement: { from, to, timeZone } }: { statement: Statement }) {
  const { t } = useLabels()
  const times = { from: formatTime(from, timeZone), to: formatTime(to, timeZone), zone: zoneName(timeZone) }
  return <p className={css.period}>{t('records.period', times)}</p>
}

/** Opening balance, movements and closing balance: the figures of each column add up. */
function Lines({ account: { currency, opening, closing, held, lines } }: { account: Account }) {
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
        <tr>
          <th scope="row">{t('records.opening')}</th>
          <td>{written(opening)}</td>
        </tr>
        {lines
          .filter(({ amount }) => directionOf(amount) !== 'flat')
          .map((line) => (
            <tr key={`${line.cause} ${line.step}`}>
              <td>
                {t(labelOf(line))} <span className="muted">× {formatCount(line.movements, lang)}</span>
              </td>
              <td>{written(line.amount, true)}</td>
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
