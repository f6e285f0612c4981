import { useSelector } from '@xstate/react'
import type { BankActor } from '../../../machines/user/bankCard.ts'
import { bankFields } from '../../../rules/account/bank.ts'
import { formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { countryName } from '../session/countries.ts'
import css from './bank.module.css'

/** The saved bank card, with masked numbers. */
export function SavedCard({ actor }: { actor: BankActor }) {
  const { t, lang } = useLabels()
  const card = useSelector(actor, ({ context }) => context.card)
  if (!card) return null
  const facts = bankFields
    .filter((field) => card[field] !== '')
    .map((field) => ({
      id: field,
      term: t(`bank.field.${field}`),
      value: (
        <span className={css.text}>
          {field === 'payeeCountry' ? countryName(lang, card.payeeCountry) : card[field]}
        </span>
      ),
    }))
  return (
    <div className="page">
      <Callout tone="paper">{t('bank.paper')}</Callout>
      <Card>
        <Facts facts={[...facts, { term: t('bank.updatedAt'), value: formatTime(card.updatedAt) }]} />
      </Card>
      <div>
        <Button kind="quiet" onClick={() => actor.send({ type: 'bankCard.edit' })}>
          {t('bank.edit')}
        </Button>
        <p className="fine">{t('bank.fine')}</p>
      </div>
    </div>
  )
}
