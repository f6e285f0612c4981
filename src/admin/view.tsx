import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { AdminCommand, Operator, Row } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import { Acts } from './acts.tsx'
import css from './admin.module.css'
import { ChainState } from './chain.tsx'
import { Chip } from './chip.tsx'
import { Lines } from './lines.tsx'
import { Risks } from './risks.tsx'
import { Rows } from './rows.tsx'
import { TextField } from './text-field.tsx'
import { Thread } from './thread.tsx'
import { useLook } from './tools.ts'
import { labelOf, sentence } from './words.ts'

/** The view of figures over time, which are drawn above their table. */
const DAYS = 'figures days'
/** The view that is a conversation. */
const THREAD = 'chat show'
const RISKS = 'user risks'

/**
 * A command's answer, by its arguments; as a page of its own, with a refresh on request.
 *
 * @param me shows the acts of the view that need no row: those whose names begin with its own
 * @param news the row that signals new data: each new one causes a refresh
 * @param options its filters at first
 * @param known a row that stands on the page already: what it says is not repeated
 * @param only the rows that are shown; by default, all
 * @param without rows of these identifiers, which stand elsewhere
 */
export function View({
  me,
  command,
  args,
  heading: Heading,
  news,
  options = {},
  known,
  without,
  only,
}: {
  me?: Operator
  command: AdminCommand
  args: readonly string[]
  heading: 'h1' | 'h2'
  news?: Row | undefined
  options?: Readonly<Record<string, string>>
  known?: Row | undefined
  without?: readonly string[]
  only?: (row: Row) => boolean
}) {
  const actor = useLook({ command: command.name, args, options })
  const done = useSelector(actor, ({ context }) => context.done)
  const inForce = useSelector(actor, ({ context }) => context.asked.options)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const busy = useSelector(actor, (state) => state.matches('looking'))
  const acts = me?.commands.filter(
    ({ as, creates, name }) => as === 'act' && creates && name.startsWith(`${command.name} `),
  )
  useEffect(() => {
    if (news) actor.send({ type: 'look.news' })
  }, [news, actor])
  return (
    <section className={css.view} aria-busy={busy} data-view={command.name} tabIndex={-1}>
      <div className={css.head}>
        <Heading className={Heading === 'h1' ? css.title : css.subtitle}>{command.title}</Heading>
        {Heading === 'h1' && (
          <Button kind="quiet" small busy={busy} onClick={() => actor.send({ type: 'look.again' })}>
            Look again
          </Button>
        )}
      </div>
      {Heading === 'h1' && <p className={css.about}>{command.about}</p>}
      {Heading === 'h1' && command.options.length > 0 && (
        <Filter command={command} inForce={inForce} onFilter={(options) => actor.send({ type: 'look.for', options })} />
      )}
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      {me && command.name === 'audit' && <ChainState me={me} />}
      {me && acts && <Acts me={me} commands={acts} args={[]} onDone={() => actor.send({ type: 'look.again' })} />}
      {done && command.name === DAYS && <Lines rows={done.rows} />}
      {done && command.name === THREAD && <Thread rows={done.rows} context={done} />}
      {done && command.name === RISKS && <Risks rows={done.rows} />}
      {done && command.name !== THREAD && command.name !== RISKS && (
        <Rows
          rows={done.rows.filter((row) => !without?.includes(String(row.id)) && (only?.(row) ?? true))}
          context={done}
          caption={command.title}
          known={known}
        />
      )}
    </section>
  )
}

/** The filters of a command, and a chip for each in force. */
export function Filter({
  command,
  inForce,
  onFilter,
}: {
  command: AdminCommand
  inForce: Readonly<Record<string, string>>
  onFilter: (options: Record<string, string>) => void
}) {
  const [values, setValues] = useState<Record<string, string>>({})
  const fields = command.options.filter(({ value }) => value !== 'yes').map(({ name }) => name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter(Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')))
  }
  const without = (removed: string) => {
    setValues({ ...values, [removed]: '' })
    onFilter(Object.fromEntries(Object.entries(inForce).filter(([name]) => name !== removed)))
  }
  return (
    <form className={css.filter} onSubmit={submit}>
      {command.options.map(({ name, value, about }) =>
        value === 'yes' ? (
          <label key={name} className={css.choice}>
            <input
              type="checkbox"
              checked={inForce[name] === value}
              onChange={({ target: { checked } }) =>
                checked ? onFilter({ ...inForce, [name]: value }) : without(name)
              }
            />
            {sentence(about)}
          </label>
        ) : (
          <TextField
            key={name}
            label={labelOf(name)}
            hint={about}
            placeholder={value}
            value={values[name] ?? ''}
            onChange={(text) => setValues({ ...values, [name]: text })}
          />
        ),
      )}
      {fields.length > 0 && (
        <Button type="submit" kind="quiet" small>
          Show
        </Button>
      )}
      {Object.entries(inForce)
        .filter(([name]) => fields.includes(name))
        .map(([name, value]) => (
          <Chip key={name} label={`${labelOf(name)}: ${value}`} onRemove={() => without(name)} />
        ))}
    </form>
  )
}
