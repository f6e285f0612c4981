import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync, type WriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openPromise } from 'yauzl'
import { SourceError } from '../source.ts'
import { recordingNames } from './files.ts'

/** A recorded row says little twice, and packs to a fifth or a tenth. What grows more than this is no recording. */
const GROWTH_MAX = 50

/**
 * The CSV files of a recording, by path: those that lie there, and those that came packed, as `.zip` or `.gz`. These are
 * unpacked once, into a folder of ours. One that lies beside its own packed file is taken as it is.
 *
 * @throws SourceError where there is none, or a packed one cannot be unpacked
 */
export async function recordingFiles(path: string, folder: string): Promise<string[]> {
  const { plain, packed } = recordingNames(path)
  const beside = new Set(plain.map((name) => basename(name)))
  const files = [...plain]
  for (const each of packed) {
    const name = `${basename(each).replace(/(\.csv)?\.(zip|gz)$/i, '')}.csv`
    if (!beside.has(name)) files.push(await unpack(each, name, folder))
  }
  return files
}

async function unpack(path: string, name: string, folder: string): Promise<string> {
  const { size, mtimeMs } = statSync(path)
  // Of another file of that name there is another folder: what was unpacked once is never taken for it.
  const key = createHash('sha256').update(`${path} ${size} ${mtimeMs}`).digest('hex').slice(0, 16)
  const target = join(folder, key, name)
  if (existsSync(target)) return target
  const part = `${target}.part`
  try {
    await mkdir(join(folder, key), { recursive: true })
    await (/\.gz$/i.test(path) ? gunzip : unzip)(path, [bounded(size * GROWTH_MAX), createWriteStream(part)])
    await rename(part, target)
    return target
  } catch (error) {
    await rm(part, { force: true })
    throw new SourceError(`MARKET: cannot unpack ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

type Into = [Transform, WriteStream]

const gunzip = (path: string, into: Into) => pipeline(createReadStream(path), createGunzip(), ...into)

/** Whatever its one file is called inside: its name leads nowhere. */
async function unzip(path: string, into: Into): Promise<void> {
  const zip = await openPromise(path)
  const { entryCount } = zip
  if (entryCount !== 1) {
    zip.close()
    throw new Error(`it holds ${entryCount} files, where a recording is one`)
  }
  for await (const entry of zip.eachEntry()) await pipeline(await zip.openReadStreamPromise(entry), ...into)
}

/** Passes so many bytes, and no more: whatever the file says of itself. */
function bounded(bytesMax: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new Error(`it grows more than ${GROWTH_MAX} times, as no recording does`))
      else done(null, chunk)
    },
  })
}
