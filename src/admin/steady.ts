import type { Done } from '../machines/admin/wire.ts'

const keysOf = ({ takes = [] }: Done) => takes.map((words) => words.join('/'))

/**
 * A list that is being read: its rows stay where they are, each as the newest answer has it, while the list refreshes by itself.
 *
 * @param read the answer whose rows are read
 * @returns the rows; how many the newest answer has besides, and how many have left
 */
export function steady(read: Done, newest: Done): { shown: Done; added: number; gone: number } {
  if (read === newest) return { shown: newest, added: 0, gone: 0 }
  const [before, after] = [keysOf(read), keysOf(newest)]
  const places = before.map((key) => after.indexOf(key))
  const each = <T>(of: (done: Done) => readonly T[] | undefined, none: T): T[] =>
    places.map((at, place) => (at < 0 ? of(read)?.[place] : of(newest)?.[at]) ?? none)
  const shown: Done = {
    rows: each((done) => done.rows, {}),
    takes: each((done) => done.takes, []),
    fits: each((done) => done.fits, []),
    late: each((done) => done.late, false),
    people: { ...read.people, ...newest.people },
    pictures: { ...read.pictures, ...newest.pictures },
    at: newest.at,
  }
  return {
    shown,
    added: after.filter((key) => !before.includes(key)).length,
    gone: places.filter((at) => at < 0).length,
  }
}
