import type { MoneyRecord } from '../../../api/money/records.ts'
import { recordNoteMachine } from '../../../machines/money/recordNote.ts'
import { NOTE_LENGTH_MAX } from '../../../rules/money/notes.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatCount } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown, useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { TextArea } from '../../parts/fields/text-area.tsx'
import css from './records.module.css'

type NoteFormProps = { record: MoneyRecord; onNoted: (note: string | null) => void }

/** The note on a record, to write, change and delete. */
export function NoteForm({ record, onNoted }: NoteFormProps) {
  const { t, lang } = useLabels()
  const actor = useActorOf(recordNoteMachine, record)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    note: now.context.saved,
    isSaved: now.hasTag('saved'),
    isChanged: now.can({ type: 'note.save' }),
  }))
  const { form, failure, busy, note, isSaved, isChanged } = shown
  const bind = bindFields(shown, (_, value) => actor.send({ type: 'note.change', value }))
  useDone(isSaved, () => onNoted(note === '' ? null : note))
  const count = (characters: number) => formatCount(characters, lang)
  return (
    <Form label={t('records.note')} found={failure?.refusal ?? {}} onSubmit={() => actor.send({ type: 'note.save' })}>
      <TextArea
        {...bind('text')}
        label={t('records.note')}
        hint={t('records.noteHint')}
        limit={`${count(form.text.length)}/${count(NOTE_LENGTH_MAX)}`}
        maxLength={NOTE_LENGTH_MAX}
        onEnter={() => actor.send({ type: 'note.save' })}
      />
      <FormFailure failure={failure} />
      {(isChanged || busy) && (
        <Button type="submit" kind="quiet" small busy={busy}>
          {t('records.saveNote')}
        </Button>
      )}
      <p role="status" className={css.zone}>
        {isSaved && t('records.noteSaved')}
      </p>
    </Form>
  )
}
