import { useActorRef, useSelector } from '@xstate/react'
import type { Invite } from '../../../api/user.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { CopyButton } from '../../copy-button.tsx'
import { formatAmount, formatBps, formatCount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { Callout } from '../../parts/callout.tsx'
import { Card, Facts } from '../../parts/list.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { usePageServices } from '../../services.ts'
import { QrCode } from '../user/qr-code.tsx'
import css from './friend.module.css'
import { ShareButton } from './share-button.tsx'

/** Inviting friends: one's code and link, what it earns, and what has come of it. */
export function FriendPage() {
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.invite, inspection)
  const invite = useSelector(actor, ({ context }) => context.invite)
  const loading = useSelector(actor, (now) => now.hasTag('loading'))
  if (invite) return <Invitation invite={invite} />
  if (loading) return <Skeleton bones={['card', 'card', 'button', 'card']} />
  return <Failure title={t('safe.failed')} onRetry={() => actor.send({ type: 'invite.retry' })} />
}

function Invitation({ invite: { code, link, levels, income } }: { invite: Invite }) {
  const { t, lang } = useWords()
  const money = (amount: string) =>
    `${formatAmount(amount, currencyOf(income.currency).shown, lang)} ${income.currency}`
  return (
    <div className={css.page}>
      <Card title={t('account.invite')}>
        <p className={css.line}>
          <span className={css.code}>{code}</span>
          <CopyButton text={code} label={t('account.copyInvite')} />
        </p>
        <p className={css.line}>
          <span className={css.link}>{link}</span>
          <CopyButton text={link} label={t('invite.copyLink')} />
        </p>
      </Card>
      <QrCode text={link} label={t('invite.qr')} className={css.qr} />
      <ShareButton text={t('invite.shareText', { code })} url={link} />
      <Card title={t('invite.shares')}>
        <p className={css.shares}>{t('invite.sharesText')}</p>
        <Facts
          facts={levels.map(({ level, bps }) => ({
            id: String(level),
            term: t(`invite.level.${level}`),
            value: formatBps(bps, lang),
          }))}
        />
      </Card>
      <Callout tone="paper">{t('invite.notYet')}</Callout>
      <Card title={t('invite.income')}>
        <Facts
          facts={(['total', 'direct', 'indirect'] as const).map((part) => ({
            id: part,
            term: t(`invite.income.${part}`),
            value: money(income[part]),
          }))}
        />
      </Card>
      <Card title={t('invite.people')}>
        <Facts
          facts={levels.map(({ level, people }) => ({
            id: String(level),
            term: t(`invite.level.${level}`),
            value: formatCount(people, lang),
          }))}
        />
      </Card>
    </div>
  )
}
