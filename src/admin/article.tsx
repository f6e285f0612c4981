import { useActorRef, useSelector } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import { adminActMachine } from '../machines/admin/adminAct.ts'
import type { AdminCommand, Row } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { TextArea } from '../ui/parts/fields/text-area.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { TextField } from './text-field.tsx'
import { useLook, useTools } from './tools.ts'
import { textWords } from './words.ts'

const MARKDOWN_LENGTH_MAX = 50_000

type EditorProps = {
  /** The act that publishes, and the view of what is published. */
  write: AdminCommand
  show: AdminCommand
  args: readonly string[]
  onDone: () => void
}

/** An article's text in each language, to correct: those that were changed are published together. */
export function ArticleEditor({ write, show, args, onDone }: EditorProps) {
  const actor = useLook({ command: show.name, args, options: {} })
  const done = useSelector(actor, ({ context }) => context.done)
  const failure = useSelector(actor, ({ context }) => context.failure)
  if (failure !== null) return <Callout tone="bad">{failure}</Callout>
  return done && <Editor write={write} args={args} sources={done.rows} onDone={onDone} />
}

function Editor({ write, args, sources, onDone }: Omit<EditorProps, 'show'> & { sources: readonly Row[] }) {
  const { inspection } = useTools()
  // Its arguments are those of the open article, and not typed.
  const input = { command: { ...write, creates: false }, args }
  const actor = useActorRef(adminActMachine, { input, ...inspection }, (state) => {
    if (state.matches('done') && state.context.done !== null) onDone()
  })
  const values = useSelector(actor, ({ context }) => context.values)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const done = useSelector(actor, ({ context }) => context.done)
  const busy = useSelector(actor, (state) => state.hasTag('busy'))
  const langs = write.options.flatMap(({ name, value }) => (value === 'MARKDOWN' ? [name] : []))
  const [lang, setLang] = useState(langs[0] ?? 'en')
  const change = (field: string) => (value: string) => actor.send({ type: 'act.change', field, value })
  const publishedIn = (lang: string) => String(sources.find(({ language }) => language === lang)?.text ?? '')
  const isChanged = (lang: string) => values[lang] !== undefined && values[lang] !== publishedIn(lang)
  const changed = langs.filter(isChanged)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed.length > 0) actor.send({ type: 'act.submit' })
  }
  if (done) return <Callout>Published in {changed.map((lang) => textWords('language', lang)).join(', ')}.</Callout>
  return (
    <form className={css.view} onSubmit={submit} aria-label="Edit">
      <div className={css.head}>
        <h2 className={css.subtitle}>Edit</h2>
        <fieldset className={css.buttons}>
          <legend className="visually-hidden">Language</legend>
          {langs.map((each) => (
            <Button key={each} kind="quiet" small aria-pressed={each === lang} onClick={() => setLang(each)}>
              {textWords('language', each)}
              {isChanged(each) && ' · changed'}
              {publishedIn(each) === '' && ' · shows English'}
            </Button>
          ))}
        </fieldset>
      </div>
      <TextArea
        key={lang}
        label={`Text in ${textWords('language', lang)}`}
        hint="Front matter first, then Markdown, as in the other languages: the same figures, links and headings."
        tall
        maxLength={MARKDOWN_LENGTH_MAX}
        value={values[lang] ?? publishedIn(lang)}
        onChange={change(lang)}
      />
      <TextField
        label="Reason"
        hint="the reason, for the audit log"
        value={values.why ?? ''}
        onChange={change('why')}
      />
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      <div className={css.buttons}>
        <Button type="submit" small busy={busy} disabled={changed.length === 0}>
          {changed.length === 0 ? 'Publish: nothing is changed' : `Publish in ${changed.join(', ')}`}
        </Button>
      </div>
    </form>
  )
}
