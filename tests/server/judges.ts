import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '../../server/modules.ts'
import { kindsOf } from '../../server/orders/module.ts'
import type { Judge } from './kit/judge.ts'

const here = import.meta.dirname
const folders = readdirSync(here).filter((name) => name !== 'kit' && existsSync(join(here, name, 'judge.ts')))
const exported = await Promise.all(folders.map((folder) => import(`./${folder}/judge.ts`)))
const isJudge = (value: unknown): value is Judge => typeof value === 'object' && value !== null && 'kind' in value
const found = exported.flatMap((file) => Object.values(file).filter(isJudge))

/** The judge of each kind of order: the `judge.ts` beside the tests of its calls. */
export const judges: readonly Judge[] = kindsOf(modules).flatMap((kind) => found.filter((each) => each.kind === kind))
