import { useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/account/user.ts'
import { useServices } from '../../app/services.ts'
import { shortAddress } from '../../format/short-address.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { wallet } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { REFERRAL } from '../../router/places.ts'
import css from './who-am-i.module.css'

/** The signed-in user as far as known: first from this device, then from the server. */
export function WhoAmI() {
  const { session } = useServices()
  const { t } = useLabels()
  const user = useSelector(session, ({ context }) => context.userInfo)
  const unreachable = useSelector(session, (now) => now.hasTag('unreachable'))
  if (user) return <Who user={user} />
  if (!unreachable) return <Skeleton shapes={['card', 'card']} />
  return (
    <LoadFailure
      title={t('account.failed')}
      text={t('account.failedHint')}
      onRetry={() => session.send({ type: 'session.reload' })}
    />
  )
}

const ways = { wallet: 'account.byWallet', password: 'account.byPassword', passkey: 'account.byPasskey' } as const

function Who({ user: { username, address, method, status, inviteCode } }: { user: UserInfo }) {
  const { t } = useLabels()
  return (
    <>
      {status === 'locked' && (
        <Callout>
          <strong>{messageText('accountLocked')}</strong> <span>{t('account.lockedText')}</span>
        </Callout>
      )}
      <Card>
        <div className={css.who}>
          <span className={css.disc}>
            <Icon name={method === 'wallet' ? wallet : 'account'} />
          </span>
          <div className={css.words}>
            <p className={css.name}>
              <span className={css.whole}>{username ?? shortAddress(address ?? '')}</span>
              {username === null && address !== null && <CopyButton text={address} label={t('account.copyAddress')} />}
            </p>
            <p className={css.how}>{t(ways[method])}</p>
          </div>
        </div>
        <dl className={css.invite}>
          <dt>{t('account.invite')}</dt>
          <dd>
            {inviteCode}
            <CopyButton text={inviteCode} label={t('account.copyInvite')} />
          </dd>
        </dl>
        <LinkButton kind="quiet" small to={REFERRAL}>
          {t('title.referral')}
        </LinkButton>
      </Card>
    </>
  )
}
