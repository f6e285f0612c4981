import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { AdminCommand, Done, Operator, Row } from '../machines/admin/wire.ts'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { linkTo } from './place.ts'
import { Table } from './rows.tsx'
import { useLook } from './tools.ts'

/** The commands that find something by its name or number. */
const findersOf = ({ commands }: Operator) => commands.filter(({ of }) => of === 'search')

/** What an operator looked for, as far as their roles may see it. A single hit is opened at once. */
export function Found({ me, text }: { me: Operator; text: string }) {
  const [links, setLinks] = useState<Readonly<Record<string, readonly string[]>>>({})
  const finders = findersOf(me)
  const all = finders.map(({ name }) => links[name])
  const hits = [...new Set(all.flatMap((each) => each ?? []))]
  const isDone = all.every((each) => each !== undefined)
  const [only] = hits.length === 1 ? hits : []
  useEffect(() => {
    if (isDone && only !== undefined) location.replace(only)
  }, [isDone, only])
  return (
    <section className={css.view} aria-busy={!isDone}>
      <h1 className={css.title}>
        Results for <bdi>{text}</bdi>
      </h1>
      {finders.map((command) => (
        <Hits
          key={command.name}
          me={me}
          command={command}
          text={text}
          onFound={(found) => setLinks((before) => ({ ...before, [command.name]: found }))}
        />
      ))}
      {isDone && hits.length === 0 && (
        <Callout>
          Nothing has exactly this name, e-mail, telephone, address or id, or your roles do not show it. Ids are 26
          characters: copy the whole one.
        </Callout>
      )}
    </section>
  )
}

type HitsProps = { me: Operator; command: AdminCommand; text: string; onFound: (links: readonly string[]) => void }

function Hits({ me, command, text, onFound }: HitsProps) {
  const actor = useLook({ command: command.name, args: [text], options: {} })
  const done = useSelector(actor, ({ context }) => context.done)
  const failure = useSelector(actor, ({ context }) => context.failure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (done || failure !== null) onFound(done ? done.rows.map((row) => hitOf(me, row)) : [])
  }, [done, failure])
  if (failure !== null) return <Callout tone="bad">{failure}</Callout>
  return done && done.rows.length > 0 ? <HitList me={me} title={command.title} done={done} /> : null
}

const HitList = ({ me, title, done }: { me: Operator; title: string; done: Done }) => (
  <section className={css.view}>
    <h2 className={css.subtitle}>{title}</h2>
    <Table rows={done.rows} context={done} caption={title} open={(place) => hitOf(me, done.rows[place] ?? {})} />
  </section>
)

/** Where a hit is shown: its case while it is open, else its person. */
function hitOf({ commands }: Operator, { kind, id, user, ended }: Row): string {
  const queue = commands.find(({ as, of }) => as === 'queue' && of === kind)
  return queue && !ended ? linkTo(queue.name, String(id)) : linkTo('user', String(user))
}
