import { createHash } from 'node:crypto'
import { modules } from '../../server/modules.ts'
import { judges } from '../server/judges.ts'
import { actions } from './actions.ts'
import { type Chance, createChance } from './chance.ts'
import { kinds } from './kinds.ts'
import type { Fault } from './life.ts'
import { createWorld, type Listed, Violation, type World } from './world.ts'

/** The shipped product. */
export const house: Listed = { kinds, modules, judges }

export type Options = {
  seed: number
  steps: number
  /** Steps to skip, for reducing a violation's run. The others stay the same. */
  without?: readonly number[]
  /** Other kinds, modules and judges than the product's. */
  listed?: Listed
  /** Receives each line of the trace. */
  trace?: ((line: string) => void) | undefined
}

/** How a run went. `hash`: SHA-256 over everything that anybody saw. */
export type Run = { hash: string; stats: ReadonlyMap<string, number>; violation?: { step: number; message: string } }

/** Runs the server in its world for this many steps and checks everything after each. The same options give the same run. */
export async function run({ seed, steps, without = [], trace, listed = house }: Options): Promise<Run> {
  const hash = createHash('sha256')
  const world = await createWorld(
    String(seed),
    (line) => {
      hash.update(line).update('\n')
      trace?.(line)
    },
    listed,
  )
  let step = 0
  const done = (): Run => ({ hash: hash.copy().digest('hex'), stats: world.stats })
  try {
    await world.populate()
    await world.advance(3_000)
    await world.check()
    for (step = 1; step <= steps; step++) {
      if (without.includes(step)) continue
      await take(world, step, createChance(`${seed} step ${step}`))
      await world.check()
    }
    await world.finish()
    return done()
  } catch (error) {
    const message = error instanceof Violation ? error.message : String((error as Error).stack)
    return { ...done(), violation: { step: Math.min(step, steps), message } }
  } finally {
    await world.close().catch(() => {})
  }
}

async function take(world: World, step: number, chance: Chance): Promise<void> {
  const action = chance.weigh([...actions, ...world.kinds.flatMap((kind) => kind.actions ?? [])])
  const fault = chance.happens(0.3) ? anyFault(chance) : undefined
  world.note(`step ${step} at ${world.clock.now()}: ${action.name}${fault ? ` ${JSON.stringify(fault)}` : ''}`)
  world.count(`action: ${action.name}`)
  world.fault = fault
  await action.happen(world, chance)
  await world.advance(chance.pick([0, 0, 100, 300, 1_000, 1_000, 2_500, 8_000]))
}

function anyFault(chance: Chance): Fault {
  const at = chance.pick(['statement', 'commit'] as const)
  return {
    at,
    when: chance.pick(['before', 'after']),
    effect: chance.happens(0.4) ? 'crashes' : 'fails',
    number: at === 'statement' ? chance.whole(1, chance.pick([6, 15, 40])) : chance.whole(1, 3),
  }
}

/** The command that repeats a violation, with the steps left out that it does without. */
export async function commandOf(options: Options): Promise<string> {
  const without = options.without ?? (await shrink(options))
  const rest = without.length > 0 ? ` --without ${without.join(',')}` : ''
  return `npm run test:simulate -- --seed ${options.seed} --steps ${options.steps}${rest}`
}

/** Leaves out all steps that a violation does without. @returns the steps that may be left out */
async function shrink({ seed, steps }: Options): Promise<number[]> {
  let without: number[] = []
  for (let size = Math.ceil(steps / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let first = 1; first <= steps; first += size) {
      const more = Array.from({ length: size }, (_, index) => first + index)
      const fewer = [...new Set([...without, ...more])].filter((step) => step <= steps)
      if (fewer.length === without.length) continue
      if ((await run({ seed, steps, without: fewer })).violation) without = fewer
    }
  }
  return without.sort((a, b) => a - b)
}
