import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { KycActor } from '../../../machines/user/kycForm.ts'
import { certificates, type KycField, type KycForm as Typed } from '../../../rules/account/kyc.ts'
import { useShown } from '../../app/shown.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { PhotoField } from '../../forms/photo-field.tsx'
import { SampleOffer } from '../../forms/sample.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Field, SelectField } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { countryOptions } from '../session/countries.ts'
import css from './kyc.module.css'
import { drawSide, SAMPLE } from './sample.ts'

/** The identity form, with photographs of both sides of a document. */
export function KycForm({ actor }: { actor: KycActor }) {
  const { t, lang } = useLabels()
  const { failure, form, errors, photos, countries, progress, busy } = useShown(actor, (now) => ({
    failure: now.context.failure,
    form: now.context.form,
    errors: now.context.errors,
    photos: now.context.photos,
    countries: now.context.countries,
    progress: now.context.progress,
    busy: now.hasTag('busy'),
  }))
  const reviewTime = useReviewTime(useSelector(actor, ({ context }) => context.reviewSeconds))
  const options = useMemo(() => countryOptions(lang, countries), [countries, lang])

  const errorOf = (field: KycField, text?: string) => fieldError({ errors, failure }, field, text)
  const change = (field: keyof Typed) => (value: string) => actor.send({ type: 'kyc.change', field, value })
  const bind = (field: 'firstName' | 'lastName' | 'number') => ({
    error: errorOf(field, form[field]),
    value: form[field],
    onChange: change(field),
    readOnly: busy,
    name: field,
    autoComplete: { firstName: 'given-name', lastName: 'family-name', number: 'off' }[field],
    enterKeyHint: 'next' as const,
  })
  const fillSample = async () => {
    for (const [field, value] of Object.entries(SAMPLE)) change(field as keyof Typed)(value)
    change('number')(`SAMPLE${Date.now().toString(36).toUpperCase()}`)
    for (const side of ['front', 'back'] as const) {
      actor.send({ type: 'kyc.choosePhoto', side, photo: await drawSide(side) })
    }
  }
  return (
    <div className="page">
      <p className="muted">{t('kyc.intro')}</p>
      <p className="muted">{reviewTime}</p>
      <SampleOffer text={t('kyc.paper')} onFill={() => void fillSample()} />
      <Form
        label={t('title.kyc')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'kyc.submit' })}
      >
        <SelectField
          label={t('kyc.country')}
          error={errorOf('country')}
          value={form.country}
          onChange={change('country')}
          options={[{ value: '', label: t('register.choose') }, ...options]}
          name="country"
          autoComplete="country"
        />
        <Field {...bind('firstName')} label={t('kyc.firstName')} />
        <Field {...bind('lastName')} label={t('kyc.lastName')} />
        <Choice
          legend={t('kyc.certificate')}
          look="list"
          options={certificates.map((certificate) => ({
            value: certificate,
            label: t(`kyc.certificate.${certificate}`),
          }))}
          value={form.certificate}
          onChange={change('certificate')}
        />
        <Field
          {...bind('number')}
          label={t('kyc.number')}
          hint={t('kyc.numberHint')}
          autoCapitalize="characters"
          spellCheck={false}
        />
        <PhotoField
          label={t('kyc.front')}
          photo={photos.front}
          error={errorOf('front')}
          disabled={busy}
          onChange={(photo) => actor.send({ type: 'kyc.choosePhoto', side: 'front', photo })}
        />
        <PhotoField
          label={t('kyc.back')}
          photo={photos.back}
          error={errorOf('back')}
          disabled={busy}
          onChange={(photo) => actor.send({ type: 'kyc.choosePhoto', side: 'back', photo })}
        />
        <FormFailure failure={failure} unanswered="kyc.unanswered" />
        {busy && <progress className={css.progress} aria-label={t('kyc.uploading')} max={1} value={progress} />}
        <ActionBar fixed>
          <Button type="submit" busy={busy}>
            {t('kyc.submit')}
          </Button>
          <p className="fine">{t('kyc.fine')}</p>
        </ActionBar>
      </Form>
    </div>
  )
}
