import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Licences that may be distributed with an MIT application: permissive, or weak copyleft of unmodified packages. */
export const accepted = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
  ],
  ...['LGPL-3.0', 'LGPL-3.0-or-later', 'MPL-2.0'],
]

type Package = { version: string; license?: string; dev?: boolean; link?: boolean }

/** The licence of each package that a built server is deployed with, by `name@version`, from package-lock.json. */
export function licences(root = join(import.meta.dirname, '..')): ReadonlyMap<string, string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>
  }
  return new Map(
    Object.entries(lock.packages)
      .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
      .map(([path, { version, license = 'none' }]) => [`${path.split('node_modules/').at(-1)}@${version}`, license]),
  )
}

/** Whether one of the alternatives of an SPDX expression is accepted. */
export const isAccepted = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((each) => each.split(/ and /i).every((part) => accepted.includes(part.trim())))

if (process.argv[1] === import.meta.filename) {
  const byLicence = Map.groupBy(licences(), ([, licence]) => licence)
  for (const [licence, packages] of [...byLicence].sort()) {
    process.stdout.write(`${licence} (${packages.length}): ${packages.map(([name]) => name).join(', ')}\n`)
  }
}
