import { type CSSProperties, useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Lang } from '../../../api/wire/first-fields.ts'
import { type MicrotradeActor, validateMicrotradeNow } from '../../../machines/trade/microtradeForm.ts'
import { breakEvenOf, meanOfOption } from '../../../rules/microtrade/microtrade.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatBps, formatClock, formatPercent, formatRate } from '../../format/format.ts'
import { formatWait } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSeen } from '../../parts/bind.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { eachSecond } from '../../parts/marks/countdown.ts'
import { HELP } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import css from './microtrade-sheet.module.css'
import { meanResult } from './profit.ts'

/** The possible outcomes. */
export function Outcomes({ actor }: { actor: MicrotradeActor }) {
  const { t, lang } = useLabels()
  const id = useId()
  const [explained, setExplained] = useState(false)
  const { form, offer } = useOrderForm(actor)
  const { summary } = validateMicrotradeNow({ form, offer })
  const { currency } = form
  const rate = offer?.terms
    .find((each) => each.currency === currency)
    ?.periods.find(({ seconds }) => seconds === form.seconds)?.payoutBps
  return (
    <div>
      <Facts
        facts={[
          rate !== undefined && {
            term: t('microtrade.ifRight'),
            value: (
              <>
                <span className="rise">
                  {summary ? (
                    <Money as="exact" amount={summary.profit} currency={currency} sign />
                  ) : (
                    `+${formatBps(rate, lang)}`
                  )}
                </span>
                {summary && ` · ${formatAmount(summary.payout, 'exact', currency, lang)}`}
              </>
            ),
          },
          rate !== undefined && {
            term: t('microtrade.breakEven'),
            value: (
              <Link className="link" href={placeOf(HELP, { slug: 'costs' })}>
                {t('microtrade.ofTheTime', { rate: breakEvenText(rate, lang) })}
              </Link>
            ),
          },
          rate !== undefined && {
            term: t('microtrade.average'),
            value: (
              <>
                {summary && (
                  <>
                    <span className="fall">
                      <Money as="exact" amount={meanResult(summary)} currency={currency} sign />
                    </span>
                    {' · '}
                  </>
                )}
                {formatRate(meanOfOption(rate) * 100, 2, lang)}
              </>
            ),
          },
          { term: t('microtrade.ifEqual'), value: t('microtrade.ifEqualValue') },
          { term: t('microtrade.endsAt'), value: <EndsAt seconds={form.seconds} /> },
        ]}
      />
      {rate !== undefined && <Chance payoutBps={rate} />}
      <button
        type="button"
        className={css.explain}
        aria-expanded={explained}
        aria-controls={id}
        onClick={() => setExplained(!explained)}
      >
        {t('receipt.rule')}
      </button>
      <div id={id} className={css.explanation} hidden={!explained}>
        <p>{t('receipt.ruleText')}</p>
        <p>{t('receipt.ruleResult')}</p>
        <p>{t('microtrade.howChecked')}</p>
      </div>
    </div>
  )
}

/** When an option that is accepted now ends. */
function EndsAt({ seconds }: { seconds: number }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const now$ = useMemo(() => eachSecond(serverNow), [serverNow])
  const [ref, now] = useSeen(now$, Math.floor(serverNow() / 1_000))
  const values = { time: formatClock(now + seconds), period: formatWait(seconds, lang) }
  return <span ref={ref}>{t('microtrade.endsAtValue', values)}</span>
}

const breakEvenText = (payoutBps: number, lang: Lang) => formatPercent((breakEvenOf(payoutBps) * 100).toFixed(2), lang)

/** A scale of win rates, with an even chance and the break-even rate. */
function Chance({ payoutBps }: { payoutBps: number }) {
  const { t, lang } = useLabels()
  return (
    <div className={css.roomy} style={{ '--gains': breakEvenOf(payoutBps) } as CSSProperties}>
      <div className={css.scale} aria-hidden="true" />
      <p className={css.ends}>
        <span>{t('microtrade.chance', { rate: formatBps(5_000, lang) })}</span>
        <span>{t('microtrade.gainAbove', { rate: breakEvenText(payoutBps, lang) })}</span>
      </p>
    </div>
  )
}
