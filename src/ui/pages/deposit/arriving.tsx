import { useSelector } from '@xstate/react'
import type { Deposit } from '../../../api/money/deposit.ts'
import type { MoneyListRef } from '../../../machines/money/moneyList.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { formatWait } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Card, Row } from '../../parts/lists/list.tsx'
import { Progress } from '../../parts/lists/progress.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { DEPOSIT } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { isCounting, useConfirmations } from './confirmations.ts'

/** The coins that are on their way. */
export function Arriving({ actor }: { actor: MoneyListRef<'deposit'> }) {
  const deposits = useSelector(actor, ({ context }) => context.orders)
  return deposits.filter(isCounting).map((deposit) => <OnItsWay key={deposit.id} deposit={deposit} />)
}

function OnItsWay({ deposit }: { deposit: Deposit }) {
  const { t, lang } = useLabels()
  const { done, all, left } = useConfirmations(deposit)
  const { id, amount, currency, network, acceptedAt } = deposit
  const counted = t('deposit.confirmations', { done, all })
  return (
    <Card>
      <Row
        leading={<CoinMark code={currency} />}
        title={t('deposit.arriving', { amount: `${formatAmount(amount, 'exact', currency, lang)} ${currency}` })}
        subtitle={t('deposit.wait', { network: network?.name, time: formatWait(left, lang) })}
        to={placeOf(DEPOSIT, { deposit: id })}
        arrow
      />
      <Progress
        label={counted}
        value={done}
        max={all}
        start={t('deposit.seen', { time: formatTimeMs(acceptedAt).slice(-8) })}
        end={counted}
      />
    </Card>
  )
}
