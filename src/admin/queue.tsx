import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { AdminCommand, Done, Operator } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import { Acts } from './acts.tsx'
import css from './admin.module.css'
import { Case } from './case.tsx'
import { Chip } from './chip.tsx'
import { placesWith, type Sorted, sumOf } from './columns.ts'
import { focusOn, focusRow } from './focus.ts'
import { useKeys } from './keys.ts'
import { linkTo, type Query, showSo, withQuery } from './place.ts'
import { Table } from './rows.tsx'
import { steady } from './steady.ts'
import { TextField } from './text-field.tsx'
import { type Pace, useLook } from './tools.ts'
import { Filter } from './view.tsx'
import { spanWords, waitWords } from './words.ts'

type QueueProps = {
  me: Operator
  command: AdminCommand
  open: readonly string[]
  query: Query
  pace: Pace | undefined
  onActed: () => void
}

/** A queue, with the open row next to it: its case. */
export function Queue({ me, command, open, query, pace, onActed }: QueueProps) {
  const actor = useLook({ command: command.name, args: [], options: {} }, { follows: command.as === 'queue' })
  const done = useSelector(actor, ({ context }) => context.done)
  const read = useSelector(actor, ({ context }) => context.read)
  const inForce = useSelector(actor, ({ context }) => context.asked.options)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const busy = useSelector(actor, (state) => state.matches('looking'))
  const [turn, setTurn] = useState(0)
  const again = () => {
    actor.send({ type: 'look.again' })
    setTurn((before) => before + 1)
  }
  const acted = () => {
    again()
    onActed()
  }
  const creates = me.commands.filter(({ as, of, creates }) => as === 'act' && of === command.of && creates)
  const isOpen = open.length > 0
  const back = withQuery(linkTo(command.name), query)
  const list = done && steady(read ?? done, done)
  useKeys({
    j: { words: 'Next row', act: () => focusRow(1) },
    k: { words: 'Row before', act: () => focusRow(-1) },
    f: { words: 'Filter', act: () => focusOn('[data-filter] input') },
  })
  return (
    <div className={css.queue} data-open={isOpen || undefined}>
      <section className={css.list} aria-busy={busy}>
        <div className={css.head}>
          <h1 className={css.title}>{command.title}</h1>
          <div className={css.buttons}>
            {list && list.added + list.gone > 0 && (
              <Button kind="quiet" small onClick={() => actor.send({ type: 'look.show' })}>
                {newsWords(list)}
              </Button>
            )}
            <Button kind="quiet" small busy={busy} onClick={again}>
              Look again
            </Button>
          </div>
        </div>
        <p className={css.about}>{command.about}</p>
        {pace?.oldest != null && pace.target !== null && done && (
          <p className={css.pace} data-late={pace.late > 0 || undefined}>
            Oldest {waitWords(pace.oldest, done.at)} · target {spanWords(pace.target)}
            {pace.late > 0 && ` · ${pace.late} late`}
          </p>
        )}
        {command.options.length > 0 && (
          <Filter
            command={command}
            inForce={inForce}
            onFilter={(options) => actor.send({ type: 'look.for', options })}
          />
        )}
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
        {creates.length > 0 && <Acts me={me} commands={creates} args={[]} onDone={acted} />}
        {list && list.shown.rows.length === 0 && (
          <p className={css.none}>{command.as === 'queue' ? 'Nothing waits.' : 'There is none.'}</p>
        )}
        {list && list.shown.rows.length > 0 && <Listed command={command} done={list.shown} open={open} query={query} />}
      </section>
      {isOpen && done && (
        <Case
          key={open.join('/')}
          me={me}
          command={command}
          open={open}
          done={done}
          place={placeOf(done, open)}
          back={back}
          turn={turn}
          onDone={acted}
        />
      )}
    </div>
  )
}

/** What the newest answer has besides the rows that are read. */
const newsWords = ({ added, gone }: { added: number; gone: number }) =>
  [added > 0 && `${added} new`, gone > 0 && `${gone} gone`].filter(Boolean).join(' · ')

type ListedProps = Pick<QueueProps, 'command' | 'open' | 'query'> & { done: Done }

/** The rows of a queue that a filter selects, with their number and sum. */
function Listed({ command, done, open, query }: ListedProps) {
  const only = placesWith(done.rows, query.find ?? '', done.people)
  const shown = done.rows.filter((_, place) => only.has(place))
  const sum = sumOf(shown)
  const sorted: Sorted | undefined =
    query.by === undefined ? undefined : { by: query.by, way: query.way === 'descending' ? 'descending' : 'ascending' }
  return (
    <>
      <div className={css.filter} data-filter>
        <TextField
          label="Filter"
          value={query.find ?? ''}
          maxLength={64}
          onChange={(find) => showSo({ ...query, find })}
        />
        <p className={css.count} role="status">
          {shown.length === done.rows.length ? shown.length : `${shown.length} of ${done.rows.length}`}
          {sum !== undefined && ` · ${sum}`}
        </p>
        {query.find && <Chip label={`Words: ${query.find}`} onRemove={() => showSo({ ...query, find: undefined })} />}
      </div>
      {shown.length === 0 ? (
        <p className={css.none}>None has these words.</p>
      ) : (
        <Table
          rows={done.rows}
          context={done}
          caption={command.title}
          waits={command.as === 'queue'}
          brief={open.length > 0}
          opened={placeOf(done, open)}
          only={only}
          sorting={{ sorted, onSort: (next) => showSo({ ...query, by: next?.by, way: next?.way }) }}
          open={(place) => withQuery(linkTo(command.name, ...(done.takes?.[place] ?? [])), query)}
        />
      )}
    </>
  )
}

/** The place of the open row; -1 if it is not there. */
const placeOf = ({ takes = [] }: Done, open: readonly string[]) =>
  takes.findIndex((words) => words.join('/') === open.join('/'))
