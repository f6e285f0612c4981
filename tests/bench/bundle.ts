import { join } from 'node:path'
import { buildPages } from '../../server/platform/http/build.ts'
import type { Benchmark } from './benchmark.ts'
import { buildPage, bytesOnWire, firstScripts } from './build.ts'

/** The JavaScript of the first screen, against the same packages with one trivial component. */
const bundle: Benchmark = async (bench) => {
  bench.say('building the app and the floor')
  const sizes: number[] = []
  for (const built of [await buildPages({ info: bench.say }), await buildPage(join(import.meta.dirname, 'floor'))]) {
    const scripts = firstScripts(built)
    if (scripts.length === 0) throw new Error(`${built}: the built page asks for no script`)
    for (const file of scripts) bench.say(`${kib(bytesOnWire(built, file))} ${file}`)
    sizes.push(scripts.reduce((sum, file) => sum + bytesOnWire(built, file), 0))
  }
  const [ours = Number.NaN, floor = Number.NaN] = sizes
  return [
    {
      what: 'first-screen JavaScript in brotli',
      value: ours / floor,
      unit: 'x',
      aim: { atMost: 1.35 },
      ours: kib(ours),
      floor: kib(floor),
      how: 'bytes in brotli of the scripts that the built page asks for at once (entry, all it imports, the home page), against React, i18next, XState, RxJS, Valibot, Wouter and reconnecting-websocket with one component, built with the same settings',
    },
  ]
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

export default bundle
