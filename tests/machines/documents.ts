import { drawSvg } from './diagram.ts'
import { layOut } from './layout.ts'
import { statusOf, writeIndex, writePage } from './page.ts'
import { describe, findMachines } from './read.ts'

/** Where the documents are, from the root of the project. */
export const FOLDER = 'docs/machines'

/** All documents about the machines, by file name. The same machines give the same text to the byte. */
export async function writeDocuments(): Promise<Map<string, string>> {
  const all = (await findMachines()).map((found) => ({ found, ...describe(found.machine) }))
  const files = new Map([['README.md', writeIndex(all)]])
  for (const { found, states, steps } of all) {
    const { name, machine, isOrder } = found
    const layouts = await Promise.all(
      (['DOWN', 'RIGHT'] as const).map((direction) =>
        layOut(states, steps, { codesOf: statusOf, isMoney: isOrder, direction }),
      ),
    )
    // A page is narrow: the wider of the two would be shown smaller.
    const [narrow] = layouts.sort((a, b) => a.width - b.width)
    if (!narrow) continue
    files.set(`${name}.svg`, drawSvg(narrow, `${name}: ${machine.root.description ?? ''}`))
    files.set(`${name}.md`, writePage(found, states, steps))
  }
  return files
}
