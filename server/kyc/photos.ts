import { Refusal } from '../../src/api/messages.ts'
import type { Turns } from '../platform/unit/turns.ts'

const FORMATS = new Set(['jpeg', 'png', 'webp'])
const PIXELS_MAX = 50_000_000
/** Below this nobody can read a certificate. */
const SIDE_MIN = 200
const KEPT_SIDE_MAX = 2_400
const QUALITY = 85

/** Loaded with the first picture: most starts of a server see none for long. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One picture at a time takes one thread: decoding is the dearest thing that a stranger can ask for.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Reads a photograph by its content, whatever it calls itself, and makes a JPEG of it that holds its pixels and nothing
 * else: no place, no camera, no thumbnail, nothing hidden behind the picture.
 *
 * @throws Refusal `wrongFileType` for what is no JPEG, PNG or WebP picture, or one that is too small or too large to be a photograph
 */
export async function cleanPhoto(bytes: Uint8Array, turn: Turns): Promise<Uint8Array> {
  return turn(async () => {
    const sharp = await loadSharp()
    try {
      const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
      const { format, width, height } = await picture.metadata()
      if (!FORMATS.has(format) || Math.min(width, height) < SIDE_MIN) throw new Refusal('wrongFileType')
      return await picture
        .rotate()
        .resize({ width: KEPT_SIDE_MAX, height: KEPT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: QUALITY })
        .toBuffer()
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal('wrongFileType')
    }
  })
}
