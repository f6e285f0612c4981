import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { BookActor } from '../../../machines/money/addressBook.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import type { WithdrawalCondition } from '../../../rules/withdrawal/withdrawal.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { check, close } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { KYC, MARKETS, ORDERS, PAY_PASSWORD } from '../../router/places.ts'
import css from './withdrawal.module.css'

/** The requirements of a withdrawal, each met or not, with a link to fulfil it. */
export function Conditions({ actor, book }: { actor: WithdrawalActor; book: BookActor }) {
  const { t } = useLabels()
  const asked = useSelector(actor, ({ context }) => context.asked)
  return (
    <ul className={css.conditions} aria-label={t('wallet.beforeWithdrawal')}>
      {asked.conditions.map(({ name, refusal }) => (
        <li key={name} className={css.condition} data-met={refusal === null}>
          <Icon name={refusal === null ? check : close} size={20} className={css.sign} />
          <span className={css.words}>
            {t(`withdrawal.condition.${name}`)}
            <span className="visually-hidden"> {t(refusal === null ? 'withdrawal.met' : 'withdrawal.unmet')}</span>
            {name === 'turnover' && <Turnover actor={actor} />}
          </span>
          {refusal !== null && <Way name={name} book={book} authenticator={asked.authenticator} />}
        </li>
      ))}
      {asked.authenticator && (
        <li className={css.condition} data-met={true}>
          <Icon name={check} size={20} className={css.sign} />
          <span className={css.words}>
            {t('withdrawal.condition.authenticator')}
            <span className="visually-hidden"> {t('withdrawal.met')}</span>
          </span>
        </li>
      )}
    </ul>
  )
}

/** The trading volume so far, if one is required. */
export function Turnover({ actor }: { actor: WithdrawalActor }) {
  const { t, lang } = useLabels()
  const { asked, counted } = useSelector(actor, ({ context }) => context.asked.turnover)
  if (!/[1-9]/.test(asked)) return null
  const words = t('wallet.turnover', {
    counted: formatAmount(counted, 'receive', 'USDT', lang),
    asked: formatAmount(asked, 'pay', 'USDT', lang),
  })
  return <span className={css.note}>{words}</span>
}

type WayProps = { name: WithdrawalCondition; book: BookActor; authenticator: boolean }

/** The link that fulfils a requirement. A request under review is shown above, with its own action. */
function Way({ name, book, authenticator }: WayProps): ReactNode {
  const { t } = useLabels()
  const ways = { verified: KYC, payPassword: PAY_PASSWORD, noTrades: ORDERS, turnover: MARKETS } as const
  switch (name) {
    case 'noReview':
      return null
    case 'address':
      return (
        <Button kind="plain" small onClick={() => book.send({ type: 'book.new', network: 'tron', authenticator })}>
          {t('withdrawal.way.address')}
        </Button>
      )
    default:
      return (
        <LinkButton kind="plain" small to={ways[name]}>
          {t(`withdrawal.way.${name}`)}
        </LinkButton>
      )
  }
}
