import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { equivalent } from './equivalent.ts'
import { applied, type Change, changesOf } from './mutate.ts'
import { named } from './named.ts'
import { rooms } from './rooms.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** A file with one fault. `id`: its lines before and after, so that it is the same one wherever they stand. `tests`: those that claim it. */
export type Mutant = { id: string; room: string; path: string; line: number; text: string; tests: RegExp }

/** A seed's list of mutants: the named ones, and each room's share. A change of one file changes few others. */
export function mutantsOf(seed: string): Mutant[] {
  return [...named.map(mutantNamed), ...rooms.flatMap((room) => chosen(room, seed))]
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

function mutantNamed({ name, path, from, to, tests }: (typeof named)[number]): Mutant {
  const text = textOf(path)
  const start = text.indexOf(from)
  if (start < 0 || text.indexOf(from, start + 1) >= 0) throw new Error(`${name}: ${path} has that text not once`)
  const line = text.slice(0, start).split('\n').length
  return { id: name, room: 'named', path, line, text: text.replace(from, () => to), tests }
}

function chosen({ name, count, files, tests }: (typeof rooms)[number], seed: string): Mutant[] {
  const all = files.flatMap((path) => {
    const text = textOf(path)
    const seen = new Map<string, number>()
    return changesOf(path, text).map((change): Mutant => {
      const shown = idOf(path, text, change)
      const times = (seen.get(shown) ?? 0) + 1
      seen.set(shown, times)
      const id = times > 1 ? `${shown} (${times})` : shown
      return { id, room: name, path, line: change.line, text: applied(text, change), tests }
    })
  })
  const rank = new Map(all.map(({ id }) => [id, createHash('sha256').update(`${seed} ${id}`).digest('hex')]))
  const rankOf = ({ id }: Mutant) => rank.get(id) ?? ''
  return all
    .filter(({ id }) => !(id in equivalent))
    .sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .slice(0, count)
}

/** The lines that a change touches, before and after it. */
function idOf(path: string, text: string, change: Change): string {
  const begin = text.lastIndexOf('\n', change.start - 1) + 1
  const next = text.indexOf('\n', change.end)
  const end = next < 0 ? text.length : next
  const before = text.slice(begin, end)
  const after = applied(before, { start: change.start - begin, end: change.end - begin, to: change.to })
  return `${path}: ${short(before)} → ${short(after)}`
}

const short = (lines: string) => {
  const line = lines.replace(/\s+/g, ' ').trim()
  return line.length > 150 ? `${line.slice(0, 100)} … ${line.slice(-49)}` : line
}
