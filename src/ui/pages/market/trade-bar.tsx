import { useSelector } from '@xstate/react'
import type { Direction } from '../../../rules/microtrade.ts'
import { directions, periods } from '../../../rules/microtrade.ts'
import { formatBps, formatSeconds } from '../../format.ts'
import { currentPlace, placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { LOGIN } from '../../routes.ts'
import { useServices } from '../../services.ts'
import css from './trade-bar.module.css'

/** The two ways to buy, within reach of a thumb. Someone who is signed out is led to signing in, and back. */
export function TradeBar({ disabled, onBuy }: { disabled: boolean; onBuy: (direction: Direction) => void }) {
  const { session } = useServices()
  const { t, lang } = useWords()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const [shortest] = periods
  const note = shortest && `${formatSeconds(shortest.seconds, lang)} · ${formatBps(shortest.payoutBps, lang)}`
  return (
    <div className={css.bar}>
      <div className={css.buttons}>
        {directions.map((direction) => {
          const words = t(`orders.direction.${direction}`)
          return signedIn ? (
            <div key={direction}>
              <Button
                kind={direction}
                note={note}
                disabled={disabled}
                aria-haspopup="dialog"
                onClick={() => onBuy(direction)}
              >
                {words}
              </Button>
            </div>
          ) : (
            <LinkButton key={direction} kind={direction} note={note} to={placeOf(LOGIN, { next: currentPlace() })}>
              {words}
            </LinkButton>
          )
        })}
      </div>
    </div>
  )
}
