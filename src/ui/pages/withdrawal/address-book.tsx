import { useSelector } from '@xstate/react'
import type { WithdrawalAddress } from '../../../api/money/withdrawal.ts'
import { findSendingNetwork, isSentOn, sendingNetworksOf } from '../../../rules/money/coin-networks.ts'
import { useServices } from '../../app/services.ts'
import { formatTime } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { AddForm, type BookProps } from './add-address.tsx'
import { shortAddress } from './address-button.tsx'
import css from './withdrawal.module.css'

/** The address book: the addresses of a currency, and the form that adds one. */
export function AddressBook({ actor, book }: BookProps) {
  const { t } = useLabels()
  const isList = useSelector(book, (now) => now.hasTag('list'))
  const isForm = useSelector(book, (now) => now.hasTag('form'))
  const busy = useSelector(book, (now) => now.hasTag('busy'))
  return (
    <Sheet
      open={isList || isForm}
      locked={busy}
      onClose={() => book.send({ type: 'book.close' })}
      title={t(isForm ? 'withdrawal.addTitle' : 'withdrawal.bookTitle')}
    >
      {isList && <Book actor={actor} book={book} />}
      {isForm && <AddForm actor={actor} book={book} />}
    </Sheet>
  )
}

function Book({ actor, book }: BookProps) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const currency = useSelector(actor, ({ context }) => context.form.currency)
  const addresses = useSelector(actor, ({ context }) => context.asked.addresses)
  const authenticator = useSelector(actor, ({ context }) => context.asked.authenticator)
  const failure = useSelector(book, ({ context }) => context.failure)
  const ofCurrency = addresses.filter(({ network }) => isSentOn(currency, network))
  const waits = ({ usableAt }: WithdrawalAddress) => usableAt * 1000 > serverNow()
  const part = (title: UiKey, part: readonly WithdrawalAddress[]) =>
    part.length > 0 && (
      <section>
        <h3 className={css.title}>{t(title)}</h3>
        <List label={t(title)}>
          {part.map((address) => (
            <Entry key={address.id} address={address} isWaiting={waits(address)} actor={actor} book={book} />
          ))}
        </List>
      </section>
    )
  return (
    <div className={css.book}>
      {part(
        'withdrawal.usable',
        ofCurrency.filter((address) => !waits(address)),
      )}
      {part('withdrawal.waiting', ofCurrency.filter(waits))}
      <FormFailure failure={failure} />
      <ActionBar>
        <Button
          onClick={() =>
            book.send({ type: 'book.new', network: sendingNetworksOf(currency)[0]?.code ?? '', authenticator })
          }
        >
          {t('withdrawal.add')}
        </Button>
        <p className="fine">{t('withdrawal.bookFine')}</p>
      </ActionBar>
    </div>
  )
}

/** An address of the book: its network, when it can be used if not yet, and the buttons that choose and delete it. */
function Entry({
  address: one,
  isWaiting,
  actor,
  book,
}: BookProps & { address: WithdrawalAddress; isWaiting: boolean }) {
  const { t } = useLabels()
  const currency = useSelector(actor, ({ context }) => context.form.currency)
  const { id, label, address, network, usableAt } = one
  const name = label || shortAddress(address)
  const choose = () => {
    actor.send({ type: 'withdrawal.change', field: 'addressId', value: id })
    book.send({ type: 'book.close' })
  }
  return (
    <li className={css.entry}>
      <Row
        leading={<CoinMark code={currency} />}
        title={name}
        subtitle={
          <>
            {findSendingNetwork(network)?.name}
            {label !== '' && (
              <>
                {' · '}
                <span className={css.letters}>{shortAddress(address)}</span>
              </>
            )}
            {isWaiting && (
              <span className={css.usableAt}>{t('withdrawal.usableAt', { time: formatTime(usableAt) })}</span>
            )}
          </>
        }
        onClick={choose}
      />
      <Button
        kind="plain"
        small
        aria-label={t('withdrawal.deleteLabel', { address: name })}
        onClick={() => book.send({ type: 'book.delete', id })}
      >
        {t('action.delete')}
      </Button>
    </li>
  )
}
