import type { ReactNode } from 'react'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { formatBps, formatCount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { SheetFoot } from '../../parts/sheet-foot.tsx'
import type { daysMoved } from './days-moved.ts'
import css from './order-form.module.css'

type ConfirmOrderProps = {
  /** Label and amount of the worst case. */
  worst: [words: string, amount: ReactNode]
  /** The direction that loses, its size in basis points, and on how many past days the price moved that far. */
  past?: (ReturnType<typeof daysMoved> & { direction: LeverDirection; moveBps: number }) | undefined
  /** A further warning. */
  warning?: string
  kind: 'rise' | 'fall'
  busy: boolean
  possible: boolean
  /** Why no order is possible now. */
  reason: string | undefined
  /** What is reserved. */
  note?: string | undefined
  /** The button's label: the whole act. */
  children: string
}

/** The worst case of an order, how often it happened in the past, and the button. */
export function ConfirmOrder({
  worst,
  past,
  warning,
  kind,
  busy,
  possible,
  reason,
  note,
  children,
}: ConfirmOrderProps) {
  const { t, lang } = useWords()
  const [words, amount] = worst
  return (
    <SheetFoot
      note={
        <>
          <p className={css.worst}>
            <span>{words}</span>
            {amount}
          </p>
          {warning && <p className={css.past}>{warning}</p>}
          {past && past.days > 0 && (
            <p className={`${css.past} ${css.history}`}>
              {t(`lever.past.${past.direction}`, {
                moved: formatCount(past.moved, lang),
                days: formatCount(past.days, lang),
                move: formatBps(past.moveBps, lang),
              })}
            </p>
          )}
        </>
      }
    >
      <Button
        type="submit"
        kind={kind}
        busy={busy}
        disabled={!possible}
        reason={busy ? undefined : reason}
        {...(note === undefined ? {} : { note })}
      >
        {children}
      </Button>
    </SheetFoot>
  )
}
