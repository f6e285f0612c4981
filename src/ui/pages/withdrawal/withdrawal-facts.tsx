import type { Withdrawal } from '../../../api/money/withdrawal.ts'
import { findSendingNetwork } from '../../../rules/money/coin-networks.ts'
import { formatPlain } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { CERTIFICATE } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { WholeAddress } from './whole-address.tsx'
import css from './withdrawal.module.css'

/** A withdrawal's target, fee, and certificate once confirmed. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, lang } = useLabels()
  const { id, currency, fee, receives, network, address, label, state } = withdrawal
  const money = (text: string) => `${formatPlain(text, lang)} ${currency}`
  return (
    <>
      <Facts
        facts={[
          { term: t('network.label'), value: findSendingNetwork(network)?.name },
          !(label === '') && { term: t('withdrawal.label'), value: label },
          {
            term: t('withdrawal.to'),
            value: (
              <span className={css.copied}>
                <WholeAddress address={address} />
                <CopyButton text={address} label={t('action.copyAddress')} />
              </span>
            ),
          },
          { term: t('withdrawal.feeInside'), value: money(fee) },
          { term: t('withdrawal.receives'), value: money(receives) },
        ]}
      />
      {state === 'confirmed' && (
        <LinkButton kind="quiet" small to={placeOf(CERTIFICATE, { cause: 'withdrawal', id })}>
          {t('title.certificate')}
        </LinkButton>
      )}
    </>
  )
}
