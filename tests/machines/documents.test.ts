import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { FOLDER, writeDocuments } from './documents.ts'
import { jsonOf } from './json.ts'
import { COMMAND } from './page.ts'
import { describe as describeMachine, findMachines, ROOT } from './read.ts'

const found = await findMachines()
const files = await writeDocuments()

describe('the documents about the machines', () => {
  it('are those of the machines as they are, and no others', () => {
    expect(readdirSync(join(ROOT, FOLDER)).sort(), `run \`${COMMAND}\``).toEqual([...files.keys()].sort())
  })

  it.each([...files])('%s is current', (name, text) => {
    // Its difference would be pages long.
    const isCurrent = readFileSync(join(ROOT, FOLDER, name), 'utf8') === text
    expect(isCurrent, `${FOLDER}/${name} is not current: run \`${COMMAND}\``).toBe(true)
  })
})

describe('a machine as JSON', () => {
  it('is printed by its name, and by no other', async () => {
    const print = (...name: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, 'tests/machines/write.ts'), '--json', ...name])
    const { stdout } = await print('microtrade')
    expect(JSON.parse(stdout)).toMatchObject({ id: 'microtrade', states: { accepted: expect.any(Object) } })
    await expect(print('nothing')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('microtrade') })
  })

  it.each(found.map((each) => [each.name, each.machine] as const))('makes %s again', (_, machine) => {
    const again = createMachine(JSON.parse(jsonOf(machine)))
    expect(describeMachine(again)).toEqual(describeMachine(machine))
  })

  it('refuses what has no name', () => {
    const nameless = createMachine({ initial: 'here', states: { here: { on: { go: { guard: () => true } } } } })
    expect(() => jsonOf(nameless)).toThrow('guard: what a machine does must be named in its setup')
  })
})
