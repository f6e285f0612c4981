import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Direction } from '../../../rules/microtrade.ts'
import { directions, periods } from '../../../rules/microtrade.ts'
import { formatBps, formatSeconds } from '../../format.ts'
import { currentPlace, placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { LOGIN } from '../../places.ts'
import { useServices } from '../../services.ts'
import css from './trade-bar.module.css'

/** The two ways to buy, within reach of a thumb. Someone who is signed out is told first why to sign in. */
export function TradeBar({ disabled, onBuy }: { disabled: boolean; onBuy: (direction: Direction) => void }) {
  const { session } = useServices()
  const { t, lang } = useWords()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const [asking, setAsking] = useState(false)
  const [shortest] = periods
  const note = shortest && `${formatSeconds(shortest.seconds, lang)} · ${formatBps(shortest.payoutBps, lang)}`
  return (
    <div className={css.bar}>
      <div className={css.buttons}>
        {directions.map((direction) => (
          <div key={direction}>
            <Button
              kind={direction}
              note={note}
              disabled={disabled}
              aria-haspopup="dialog"
              onClick={() => (signedIn ? onBuy(direction) : setAsking(true))}
            >
              {t(`orders.direction.${direction}`)}
            </Button>
          </div>
        ))}
      </div>
      <Sheet
        open={asking && !signedIn}
        onClose={() => setAsking(false)}
        title={t('home.guestTitle')}
        description={t('home.guestText')}
      >
        <LinkButton to={placeOf(LOGIN, { next: currentPlace() })}>{t('action.signIn')}</LinkButton>
      </Sheet>
    </div>
  )
}
