import { open } from 'node:fs/promises'
import { Refusal } from '../../src/api/wire/messages.ts'
import { PHOTO_HEAD_BYTES, PHOTO_SIDE_MIN, photoFormat } from '../../src/rules/account/photos.ts'
import type { Turns } from '../platform/unit/turns.ts'

const FORMATS = new Set<string>(['jpeg', 'png', 'webp'])
const PIXELS_MAX = 50_000_000
const KEPT_SIDE_MAX = 2_400
const QUALITY = 85

/** Loaded with the first picture, to keep starts fast. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One picture at a time, on one thread: decoding is the most expensive work that a stranger can cause.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** The signatures of the allowed formats: no other file reaches the image library, which has many more decoders. */
const isKnown = (head: Buffer): boolean => FORMATS.has(photoFormat(head) ?? '')

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PHOTO_HEAD_BYTES), 0, PHOTO_HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

// Re-encoded or scaled, a picture differs in a few of its 64 bits; another one in about half of them.
const BITS_APART_MAX = 6

/** A perceptual hash of a picture, independent of its size and format: 64 bits of its coarsest shapes, in 16 hex digits. */
export const likenessOf = (photo: Uint8Array, turn: Turns): Promise<string> =>
  turn(async () => {
    await loadSharp()
    const { default: phash } = await import('sharp-phash')
    return BigInt(`0b${await phash(Buffer.from(photo))}`)
      .toString(16)
      .padStart(16, '0')
  })

/** Whether two pictures look the same, by their perceptual hashes. */
export function isLike(a: string, b: string): boolean {
  const apart = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2)
  return apart.replaceAll('0', '').length <= BITS_APART_MAX
}

/**
 * Decodes a photograph by its content, whatever its declared type, and encodes a JPEG with its pixels only: no location, camera, thumbnail
 * or data hidden behind the picture.
 *
 * @throws Refusal `wrongFileType` for a file other than a JPEG, PNG or WebP picture, or one too small or too large for a photograph
 */
export async function cleanPhoto(path: string, turn: Turns): Promise<Uint8Array> {
  if (!isKnown(await headOf(path))) throw new Refusal('wrongFileType')
  return turn(async () => {
    const sharp = await loadSharp()
    try {
      const picture = sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
      const { format, width, height } = await picture.metadata()
      if (!FORMATS.has(format) || Math.min(width, height) < PHOTO_SIDE_MIN) throw new Refusal('wrongFileType')
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
