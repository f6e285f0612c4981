import { basename } from 'node:path'
import type { Logger } from 'pino'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import type { Clock } from '../../platform/clock.ts'
import { startPulse } from '../pulse.ts'
import { type Source, SourceError } from '../source.ts'
import { findFiles, newestFrom, type OnBad, readRows } from './files.ts'
import { replayPast } from './past.ts'
import { createTimeline, type Play } from './timeline.ts'
import { createTrack } from './track.ts'

export type ReplayOptions = {
  /** A file, or a folder of them. */
  path: string
  /** Its CSV files, if some of them were packed: see `recordingFiles`. */
  files?: readonly string[]
  /** Its speed, as a multiple of the recorded speed. */
  speed: number
  /** Whether it restarts at its end, or stops there. */
  loops: boolean
  /** Where in the recording it begins, in ms; by default at its beginning. Earlier data fills the charts. */
  from?: number | undefined
}

const PROGRESS_EVERY_MS = 60_000
const COMPLAIN_EVERY_MS = 10_000
// Maximum data that fills the charts, over all symbols: about two million rows, read in some three seconds.
const HISTORY_BYTES_MAX = 128 * 1024 * 1024

/**
 * A recorded market, replayed on the server's clock.
 *
 * @throws SourceError if it cannot be played
 */
export function replaySource(options: ReplayOptions, { clock, log }: { clock: Clock; log: Logger }): Source {
  const { path, speed, loops } = options
  const { files, unknown } = findFiles(path, options.files)
  if (unknown.length > 0) log.warn({ symbols: unknown }, 'recordings of unknown instruments are skipped')
  const all = [...files.values()].flat()
  const first = Math.min(...all.map((file) => file.first))
  const last = Math.max(...all.map((file) => file.last))
  const { from = first } = options
  if (from < first || from > last) {
    throw new SourceError(`REPLAY_FROM: the recording goes from ${written(first)} to ${written(last)}`)
  }
  const play: Play = { first, last, from, speed, loops }
  const bad = complainer(clock, log)
  const tracks = [...files].map(([symbol, own]) => createTrack(instrumentOf(symbol), own, bad.onBad))

  return {
    name: 'replay',
    id: `replay:${basename(path)} from ${written(from)} at ${speed}x`,
    symbols: new Set(files.keys()),
    trades: new Set([...files].filter(([, own]) => own[0]?.layout !== 'klines').map(([symbol]) => symbol)),
    start({ clock, emit, since }) {
      const timeline = createTimeline(play, since)
      let { pass, position } = timeline.at(clock.now())
      for (const track of tracks) track.open(position)
      let progressAt = clock.now()
      const tell = (now: number) => {
        const ticks = tracks.flatMap((track) => track.take(now))
        const trades = tracks.flatMap((track) => track.takeTrades(now))
        if (ticks.length > 0) emit(ticks, trades)
      }
      const report = (text: string) => {
        progressAt = clock.now()
        const done = Math.min(1, (position - first) / Math.max(1, last - first))
        log.info({ at: written(position), done: `${Math.floor(done * 100)}%`, pass, badRows: bad.count() }, text)
      }
      const beat = () => {
        const now = clock.now()
        const moment = timeline.at(now)
        if (moment.pass !== pass) {
          report('the recording begins again')
          for (const track of tracks) track.open(first)
        }
        ;({ pass, position } = moment)
        for (const track of tracks) track.advance(position)
        tell(now)
        if (!loops && position > last) {
          report('the recording has ended: its prices are stale from now on')
          stop()
        } else if (now - progressAt >= PROGRESS_EVERY_MS) report('the recording plays')
      }
      tell(clock.now())
      report('the recording plays')
      const endPulse = startPulse(clock, beat)
      const stop = () => {
        endPulse()
        for (const track of tracks) track.close()
      }
      return stop
    },
    history(steps, symbols, since) {
      const timeline = createTimeline(play, since)
      const read = (symbol: string, from: number, upTo: number) =>
        readRows(
          files.get(symbol) ?? [],
          newestFrom(files.get(symbol) ?? [], from, upTo, HISTORY_BYTES_MAX / files.size),
          bad.onBad,
        )
      return replayPast(steps, symbols, { timeline, first, speed, read })
    },
  }
}

const written = (recorded: number) => new Date(recorded).toISOString()

/** Counts invalid rows, and logs one of them now and then. */
function complainer(clock: Clock, log: Logger) {
  let count = 0
  let complainedAt = Number.NEGATIVE_INFINITY
  const onBad: OnBad = (file, line) => {
    count += 1
    if (clock.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = clock.now()
    log.warn({ file, line: line(), badRows: count }, 'a bad row is skipped')
  }
  return { onBad, count: () => count }
}
