import { jsonOf } from './json.ts'
import { findMachines } from './read.ts'

/**
 * Prints the machine of this name as JSON.
 *
 * @returns 0, or 1 for an unknown machine, after printing the known ones
 */
export async function printJson(name: string | undefined): Promise<number> {
  const machines = await findMachines()
  const found = machines.find((each) => each.name === name)
  if (found) {
    process.stdout.write(jsonOf(found.machine))
    return 0
  }
  process.stderr.write(`name one of ${machines.map((each) => each.name).join(', ')}\n`)
  return 1
}
