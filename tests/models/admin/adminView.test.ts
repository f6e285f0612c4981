import { expect } from 'vitest'
import { adminViewMachine } from '../../../src/machines/admin/adminView.ts'
import { AdminError, type Done } from '../../../src/machines/admin/wire.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

const answer: Done = { rows: [{ id: 'one' }], pictures: {}, at: 0 }
/** What a list has when it refreshes by itself. */
const later: Done = { rows: [{ id: 'one' }, { id: 'two' }], pictures: {}, at: 10 }
const asked = { command: 'chat list', args: [], options: {} }
const no = new AdminError('there is no user nobody')
const events = [
  { type: 'look.again' },
  { type: 'look.news' },
  { type: 'look.show' },
  { type: 'look.for', options: { all: 'yes' } },
  done('look', answer),
  failed('look', no),
  done('follow', later),
  failed('follow', no),
]
const states: Walk<typeof adminViewMachine>['states'] = {
  looking: ({ effects, passed }) => {
    const options = passed.some(({ type }) => type === 'look.for') ? { all: 'yes' } : {}
    expect(effects.get('look')?.input).toEqual({ ...asked, options })
  },
  shown: ({ snapshot, passed }) => {
    const { done, failure, read } = snapshot().context
    const ending = passed.findLast(({ output, error }) => output ?? error)
    if (ending?.error) expect(failure).toBe('there is no user nobody')
    else expect(failure).toBeNull()
    // Earlier data stays during a refresh, and if it fails.
    expect(done).toEqual(passed.findLast(({ output }) => output)?.output ?? null)
    // What is read changes only as the operator asks, by a request or for the newest answer, or while there is nothing to read.
    let [newest, isRead]: (Done | null)[] = [null, null]
    for (const { type, output } of passed) {
      newest = (output as Done | undefined) ?? newest
      if (type === 'look.show' || output === answer || !isRead?.rows.length) isRead = newest
    }
    expect(read).toEqual(isRead)
  },
  following: ({ effects, snapshot, passed }) => {
    // By automatic refresh, or because of new data: neither extends the session.
    expect(snapshot().context.follows || passed.some(({ type }) => type === 'look.news')).toBe(true)
    expect(effects.get('follow')?.input).toEqual({ ...snapshot().context.asked, quiet: true })
  },
}

testMachine(adminViewMachine, [
  {
    shows: 'looks at a queue again and again, which counts as no work',
    input: () => ({ asked, follows: true }),
    events,
    distinct: ({ asked, done, read }) => [asked.options, done, read],
    states,
  },
  {
    shows: 'looks at a person when it is asked to, or told of news, and never by itself',
    input: () => ({ asked, follows: false }),
    events,
    distinct: ({ asked, done, read }) => [asked.options, done, read],
    states,
  },
])
