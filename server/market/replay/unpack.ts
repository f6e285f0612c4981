import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openPromise } from 'yauzl'
import { SourceError } from '../source.ts'
import { recordingNames } from './files.ts'

/** Maximum ratio of decompression. Recorded rows compress to a fifth or a tenth; a file that grows more than this is no recording. */
const GROWTH_MAX = 50

/**
 * The CSV files of a recording, by path: plain ones, and those packed as `.zip` or `.gz`. The packed ones are unpacked once, into a folder
 * of ours. A plain file next to its own packed file is used as it is.
 *
 * @throws SourceError if there is none, or one cannot be unpacked
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
  // Another file of that name has another folder, so that older unpacked data is never used for it.
  const key = createHash('sha256').update(`${path} ${size} ${mtimeMs}`).digest('hex').slice(0, 16)
  const target = join(folder, key, name)
  if (existsSync(target)) return target
  const part = `${target}.part`
  try {
    await mkdir(join(folder, key), { recursive: true })
    // A write stream creates its file asynchronously, possibly after its removal below.
    const out = await open(part, 'w')
    try {
      await (/\.gz$/i.test(path) ? gunzip : unzip)(path, [bounded(size * GROWTH_MAX), out.createWriteStream()])
    } finally {
      await out.close()
    }
    await rename(part, target)
    return target
  } catch (error) {
    await rm(part, { force: true })
    throw new SourceError(`MARKET: cannot unpack ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

type Into = [Transform, Writable]

const gunzip = (path: string, into: Into) => pipeline(createReadStream(path), createGunzip(), ...into)

/** Unpacks the single file of an archive. Its name inside is ignored, so it cannot lead to another path. */
async function unzip(path: string, into: Into): Promise<void> {
  const zip = await openPromise(path)
  const { entryCount } = zip
  if (entryCount !== 1) {
    zip.close()
    throw new Error(`it holds ${entryCount} files, where a recording is one`)
  }
  for await (const entry of zip.eachEntry()) await pipeline(await zip.openReadStreamPromise(entry), ...into)
}

/** Passes at most this many bytes, whatever the archive's header says. */
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
