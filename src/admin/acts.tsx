import { useActorRef, useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { adminActMachine } from '../machines/admin/adminAct.ts'
import type { AdminCommand, Operator } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { TextArea } from '../ui/parts/fields/text-area.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { focusOn } from './focus.ts'
import { useKeys } from './keys.ts'
import { Rows } from './rows.tsx'
import { savedReplies, withReply } from './saved-replies.ts'
import { TextField } from './text-field.tsx'
import { useTools } from './tools.ts'
import { labelOf, textWords } from './words.ts'

type ActsProps = {
  me: Operator
  commands: readonly AdminCommand[]
  args: readonly string[]
  /** The language of the person who reads an answer. */
  lang?: string
  /** What the case does to its person's money: the button that does it says so. */
  amount?: string | undefined
  onDone: () => void
}

/** Keys that open the form of an act, by the last word of its name. What it does waits for its reason and its button. */
const KEYS: Readonly<Record<string, string>> = { refuse: 'x', decline: 'd', answer: 'r', note: 'n', message: 'm' }
const keyOf = ({ name }: AdminCommand) => KEYS[name.replace(/^.* /, '')]

/** The acts: a button for each, and the form of the selected one. */
export function Acts({ me, commands, args, lang = 'en', amount, onDone }: ActsProps) {
  const [chosen, setChosen] = useState<AdminCommand | null>(null)
  const keys = commands.flatMap((command) => {
    const key = keyOf(command)
    return key === undefined ? [] : [[key, { words: command.title, act: () => setChosen(command) }] as const]
  })
  const reason = { r: { words: 'Reason', act: () => focusOn('[data-act] textarea, [data-act] [name=why]') } }
  useKeys({ ...Object.fromEntries(keys), ...(chosen && reason) })
  if (commands.length === 0 && !chosen) return null
  return (
    <div className={css.acts}>
      <div className={css.buttons}>
        {commands.map((command) => (
          <Button
            key={command.name}
            kind="quiet"
            small
            aria-pressed={chosen?.name === command.name}
            onClick={() => setChosen(command)}
          >
            {command.title}
          </Button>
        ))}
      </div>
      {chosen && (
        <Act
          key={chosen.name}
          me={me}
          command={chosen}
          args={args}
          lang={lang}
          amount={amount}
          onDone={onDone}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}

/** The act whose text a person reads as it is. */
const ANSWER = 'chat answer'

/** Acts that do what their case asks for. */
const PAYS = / approve$| accept$|^proposal confirm$/

const fieldLabel = (name: string, needed = false) => (needed ? labelOf(name.toLowerCase()) : `${labelOf(name)}, if any`)

type ActProps = Omit<ActsProps, 'commands'> & { command: AdminCommand; onClose: () => void }

function Act({ me, command, args, lang = 'en', amount, onDone, onClose }: ActProps) {
  const { inspection } = useTools()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const actor = useActorRef(adminActMachine, { input: { command, args }, ...inspection }, (state) => {
    if (state.matches('done') && state.context.done !== null) onDone()
  })
  const values = useSelector(actor, ({ context }) => context.values)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const done = useSelector(actor, ({ context }) => context.done)
  const busy = useSelector(actor, (state) => state.hasTag('busy'))
  const change = (field: string) => (value: string) => actor.send({ type: 'act.change', field, value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    actor.send({ type: 'act.submit' })
  }
  const waits = command.money && me.secondPerson
  const says = [command.title, PAYS.test(command.name) && amount].filter(Boolean).join(' ')
  if (done) {
    return (
      <div className={css.act} role="status">
        <Callout>
          {done.proposed === undefined
            ? `Done: ${command.title}.`
            : 'Proposed. It is done once another treasurer has agreed, under “Second person”.'}
        </Callout>
        {done.proposed === undefined && done.rows.length > 0 && (
          <Rows rows={done.rows} context={done} caption={command.title} />
        )}
        <div className={css.buttons}>
          <Button kind="quiet" small onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form ref={form} data-act className={css.act} onSubmit={submit} aria-label={command.title}>
      <p className={css.about}>{command.about}</p>
      {waits && <Callout>Another treasurer has to agree before it is done.</Callout>}
      {command.creates &&
        command.args.map((name) => (
          <TextField
            key={name}
            label={labelOf(name.toLowerCase())}
            value={values[name] ?? ''}
            onChange={change(name)}
          />
        ))}
      {command.name === ANSWER && (
        <fieldset className={css.buttons}>
          <legend className={css.legend}>Saved replies, in {textWords('language', lang)}</legend>
          {savedReplies.map(({ title, texts }) => (
            <Button
              key={title}
              kind="quiet"
              small
              onClick={() => change('text')(withReply(values.text ?? '', texts, lang))}
            >
              {title}
            </Button>
          ))}
        </fieldset>
      )}
      {command.options.map(({ name, value, about, needed }) => {
        const words = {
          label: fieldLabel(name, needed),
          hint: about,
          value: values[name] ?? '',
          onChange: change(name),
        }
        return value === 'TEXT' || value === 'MARKDOWN' ? (
          <TextArea
            key={name}
            {...words}
            tall={value === 'MARKDOWN'}
            maxLength={value === 'MARKDOWN' ? 50_000 : 2_000}
          />
        ) : (
          <TextField key={name} name={name} autoComplete="off" {...words} />
        )
      })}
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      <div className={css.buttons}>
        <Button type="submit" small busy={busy}>
          {waits ? `Propose: ${says}` : says}
        </Button>
        <Button kind="quiet" small disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
