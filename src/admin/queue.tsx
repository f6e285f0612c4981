import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { AdminCommand, Done, Operator } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import { Acts } from './acts.tsx'
import css from './admin.module.css'
import { linkTo } from './place.ts'
import { Fields, Table } from './rows.tsx'
import { useLook } from './tools.ts'
import { Filter, View } from './view.tsx'

type QueueProps = { me: Operator; command: AdminCommand; open: readonly string[]; onActed: () => void }

/** A queue, with the open row next to it: its details and acts. */
export function Queue({ me, command, open, onActed }: QueueProps) {
  const actor = useLook({ command: command.name, args: [], options: {} }, { follows: command.as === 'queue' })
  const done = useSelector(actor, ({ context }) => context.done)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const busy = useSelector(actor, (state) => state.matches('looking'))
  const again = () => actor.send({ type: 'look.again' })
  const acted = () => {
    again()
    onActed()
  }
  const creates = me.commands.filter(({ as, of, creates }) => as === 'act' && of === command.of && creates)
  const isOpen = open.length > 0
  return (
    <div className={css.queue} data-open={isOpen || undefined}>
      <section className={css.list} aria-busy={busy}>
        <div className={css.head}>
          <h1 className={css.title}>{command.title}</h1>
          <Button kind="quiet" small busy={busy} onClick={again}>
            Look again
          </Button>
        </div>
        <p className={css.about}>{command.about}</p>
        {command.options.length > 0 && (
          <Filter command={command} onFilter={(options) => actor.send({ type: 'look.for', options })} />
        )}
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
        {creates.length > 0 && <Acts me={me} commands={creates} args={[]} onDone={acted} />}
        {done && done.rows.length === 0 && (
          <p className={css.none}>{command.as === 'queue' ? 'Nothing waits.' : 'There is none.'}</p>
        )}
        {done && done.rows.length > 0 && (
          <Table
            rows={done.rows}
            context={done}
            caption={command.title}
            waits={command.as === 'queue'}
            brief={isOpen}
            opened={placeOf(done, open)}
            open={(place) => linkTo(command.name, ...(done.takes?.[place] ?? []))}
          />
        )}
      </section>
      {isOpen && done && (
        <Opened key={open.join('/')} me={me} command={command} open={open} done={done} onDone={acted} />
      )}
    </div>
  )
}

/** The place of the open row; -1 if it is not there. */
const placeOf = ({ takes = [] }: Done, open: readonly string[]) =>
  takes.findIndex((words) => words.join('/') === open.join('/'))

type OpenedProps = { me: Operator; command: AdminCommand; open: readonly string[]; done: Done; onDone: () => void }

function Opened({ me, command, open, done, onDone }: OpenedProps) {
  const [turn, setTurn] = useState(0)
  const place = placeOf(done, open)
  const row = done.rows[place]
  const fits = done.fits?.[place] ?? []
  const views = me.commands.filter(
    ({ as, of, args }) => as === 'view' && of === command.of && args.length === open.length,
  )
  const acts = me.commands.filter(({ name, creates }) => fits.includes(name) && !creates)
  return (
    <section className={css.opened} aria-label={`${command.title}: ${open.join(' ')}`}>
      <a className={css.words} href={linkTo(command.name)}>
        Back to the list
      </a>
      {!row && <Callout>It is not in the list any more.</Callout>}
      {row && <Fields row={row} context={done} />}
      {views.map((view) => (
        <View
          key={`${view.name} ${turn}`}
          command={view}
          args={open}
          heading="h2"
          news={view.follows !== null && Number(row?.[view.follows]) > 0 ? row : undefined}
        />
      ))}
      <Acts
        me={me}
        commands={acts}
        args={open}
        onDone={() => {
          onDone()
          setTurn((before) => before + 1)
        }}
      />
    </section>
  )
}
