import type { Accepted, Paper } from '../../../machines/session/register.ts'
import { type CodeTarget, type RegisterField, targetText } from '../../../rules/account/credentials.ts'
import { REFERRAL_BPS } from '../../../rules/account/referral.ts'
import { formatBps } from '../../format/format.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Checkbox } from '../../parts/fields/checkbox.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { RISKS, TERMS } from '../../router/places.ts'
import { useHashPath } from '../../router/router.ts'
import { CodeField, type CodeSending, isOfAddress } from './code-field.tsx'
import css from './login.module.css'
import { type Bound, NewPasswordFields } from './new-password-fields.tsx'
import { TargetFields } from './target-fields.tsx'

type Bind = (field: RegisterField) => Bound

/** The first step: the user name and the password. */
export function AccountFields({ bind }: { bind: Bind }) {
  const { t } = useLabels()
  return (
    <>
      <Field
        {...bind('username')}
        label={t('login.username')}
        hint={t('register.usernameHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <NewPasswordFields bind={bind} next="password" label={t('login.password')} again={t('register.confirm')} last />
    </>
  )
}

type ConfirmationFieldsProps = {
  bind: Bind
  target: CodeTarget
  sending: CodeSending
  /** Whether a code was requested: before that there is nothing to type. */
  hasCodeField: boolean
  onChange: (field: 'address' | 'areaCode', value: string) => void
  onSend: () => void
  onFillIn: () => void
}

/** The second step: the address, and the code that was sent to it. */
export function ConfirmationFields(props: ConfirmationFieldsProps) {
  const { bind, target, sending, hasCodeField, onChange, onSend, onFillIn } = props
  const { t } = useLabels()
  const { error, readOnly } = bind('address')
  const refused = sending.refusal && isOfAddress(sending.refusal) ? refusalText(sending.refusal) : undefined
  return (
    <div className={css.open}>
      <TargetFields target={target} onChange={onChange} error={error ?? refused} readOnly={readOnly || sending.busy} />
      {hasCodeField && (
        <CodeField
          {...bind('code')}
          hint={sending.sent ? t('register.sentTo', { target: targetText(target) }) : undefined}
          sending={sending}
          onSend={onSend}
          onFillIn={onFillIn}
        />
      )}
    </div>
  )
}

type TermsFieldsProps = {
  invitation: Bound
  /** The code of the link, or empty. */
  inviteCode: string
  paper: Paper | null | undefined
  accepted: Accepted
  onAccept: (changed: Partial<Accepted>) => void
}

/** The last step: the invitation, the risks and the terms. */
export function TermsFields({ invitation, inviteCode, paper, accepted, onAccept }: TermsFieldsProps) {
  const { t, lang } = useLabels()
  const typed = invitation.value.trim()
  // A valid code from a friend is kept.
  const isFriends = typed !== '' && typed === inviteCode && invitation.error === undefined
  const offersPaper = typed !== paper?.inviteCode && !isFriends
  return (
    <div className={css.open}>
      <Field
        {...invitation}
        label={t('register.invite')}
        hint={t('register.inviteHint', { share: formatBps(REFERRAL_BPS[0], lang) })}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
      />
      {paper !== null && offersPaper && (
        <div className={paper ? undefined : css.reserved}>
          <Callout
            tone="paper"
            action={
              <Button kind="plain" onClick={() => paper && invitation.onChange(paper.inviteCode)}>
                {t('register.fillIn')}
              </Button>
            }
          >
            {t('register.paperInvite', { code: paper?.inviteCode ?? '00000' })}
          </Callout>
        </div>
      )}
      <Card title={t('register.before')}>
        <p className={css.risks}>{t('register.beforeText')}</p>
        <div className={css.documents}>
          <Document to={RISKS}>{t('register.risks')}</Document>
          <Document to={TERMS}>{t('register.readTerms')}</Document>
        </div>
      </Card>
      <Checkbox
        label={t('register.acceptTerms')}
        checked={accepted.terms}
        disabled={invitation.readOnly}
        onChange={(terms) => onAccept({ terms })}
      />
      <Checkbox
        label={t('register.acceptRisks')}
        checked={accepted.risks}
        disabled={invitation.readOnly}
        onChange={(risks) => onAccept({ risks })}
      />
    </div>
  )
}

/** A document beside the form, which keeps what was typed. */
const Document = ({ to, children }: { to: string; children: string }) => (
  <a className={css.document} href={useHashPath.hrefs(to)} target="_blank" rel="noopener">
    {children}
  </a>
)
