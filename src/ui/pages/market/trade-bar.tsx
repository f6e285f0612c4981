import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { useRules } from '../../app/use-rules.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { LOGIN } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import type { KindTicket } from '../orders/use-tickets.tsx'
import { useWallets } from '../wallet/use-wallets.ts'
import { changeChartChoices } from './chart-choices.ts'
import css from './trade-bar.module.css'

type TradeBarProps = {
  ticket: KindTicket
  /** The tickets to choose from. */
  offered: readonly KindTicket[]
  symbol: string
  disabled: boolean
  /** Between them, on a phone on its side. */
  book?: ReactNode
  onBegin: (side: string) => void
}

/** The kind of trade and its two buttons, in thumb's reach. A guest is asked to sign in first. */
export function TradeBar({ ticket, offered, symbol, disabled, book, onBegin }: TradeBarProps) {
  const { session } = useServices()
  const words = useLabels()
  const { t } = words
  const rules = useRules()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const [asking, setAsking] = useState(false)
  return (
    <div className={css.bar} data-act-bar="">
      <div className={css.inside}>
        {offered.length > 1 && (
          <Choice
            legend={t('lever.kinds')}
            hideLegend
            value={ticket.kind}
            options={offered.map(({ kind, name }) => ({ value: kind, label: t(name) }))}
            onChange={(kind) => changeChartChoices({ kind })}
          />
        )}
        {book}
        <div className={css.buttons}>
          {Object.entries(ticket.sides).map(([side, { label, way }]) => (
            <div key={side}>
              <Button
                aria-haspopup="dialog"
                kind={way}
                note={
                  signedIn ? (
                    <Free currency={ticket.currencyOf(instrumentOf(symbol), side)} />
                  ) : (
                    ticket.note(symbol, words, rules)
                  )
                }
                disabled={disabled}
                onClick={() => (signedIn ? onBegin(side) : setAsking(true))}
              >
                {t(label)}
              </Button>
            </div>
          ))}
        </div>
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

/** The user's available amount of a currency. */
function Free({ currency }: { currency: string }) {
  const { t, lang } = useLabels()
  const wallets = useWallets()
  const own = wallets.type === 'ready' ? wallets.wallets.find((each) => each.currency === currency) : undefined
  // Another element each time: a text that grows in its place counts as one that moves.
  if (wallets.type !== 'ready') return <span key="loading">{'\u200b'}</span>
  const amount = formatAmount(own?.available ?? '0', 'receive', currency, lang)
  return (
    <span key="ready" className={css.free}>
      <span>{t('currency.available', { amount, currency })}</span>
      <span>
        {amount} {currency}
      </span>
    </span>
  )
}
