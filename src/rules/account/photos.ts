/** The purposes of photographs. A new purpose needs an entry here. */
export const photoPurposes = [
  'identityFront',
  'identityBack',
  'paymentProof',
  'loanHouse',
  'loanIncome',
  'loanStatement',
  'loanIdentity',
  'supportPicture',
] as const
export type PhotoPurpose = (typeof photoPurposes)[number]

/** Maximum size of a photograph, in bytes. */
export const PHOTO_BYTES_MAX = 8 * 1024 * 1024

/** Minimum side of a photograph, in pixels, at which a document is readable. */
export const PHOTO_SIDE_MIN = 200

/** Maximum size of a file that is chosen, in bytes: the device scales it down before sending. */
export const CHOSEN_BYTES_MAX = 64 * 1024 * 1024

/** Maximum pixels of a chosen photograph: more than the largest cameras of phones in common use. */
export const CHOSEN_PIXELS_MAX = 120_000_000

/** The same where the browser does not decode HEIC: a decoder in JavaScript is slow, and holds the picture several times. */
export const HEIC_PIXELS_MAX = 50_000_000

/** Maximum pixels of a photograph that the app sends. */
export const SENT_PIXELS_MAX = 4_000_000

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif'

/** Bytes of a file's beginning that `photoFormat` needs. */
export const PHOTO_HEAD_BYTES = 32

/** Major and compatible brands of HEIF files with HEVC pictures (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** The format of a picture by its first bytes, whatever its name says; undefined for any other file. */
export function photoFormat(head: Uint8Array): PhotoFormat | undefined {
  const text = String.fromCharCode(...head.subarray(0, PHOTO_HEAD_BYTES))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) !== 'ftyp') return undefined
  const brand = text.slice(8, 12)
  // The generic brand is of either: the compatible ones follow.
  if (brand === 'avif' || brand === 'avis' || text.slice(16).includes('avif')) return 'avif'
  return HEIC_BRANDS.includes(brand) ? 'heic' : undefined
}

type Size = { width: number; height: number }

/** Width and height within `SENT_PIXELS_MAX`, in the same proportion; a smaller picture is not enlarged. */
export function sentSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(SENT_PIXELS_MAX / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

export type ChosenKey = 'fileTooLarge' | 'wrongFileType' | 'photoTooSmall' | 'photoTooManyPixels' | 'photoUnreadable'

/** Why a chosen file cannot be sent. */
export type ChosenError = { key: ChosenKey; params: Record<string, string> }

/** The error of a chosen file by its size in bytes and its first bytes. */
export function chosenError(bytes: number, head: Uint8Array): ChosenError | undefined {
  if (!photoFormat(head)) return { key: 'wrongFileType', params: {} }
  if (bytes <= CHOSEN_BYTES_MAX) return undefined
  return { key: 'fileTooLarge', params: { limit: String(CHOSEN_BYTES_MAX / 1024 / 1024) } }
}

/** The error of a chosen picture by its pixels, of which its decoder allows at most `max`. */
export function pixelsError({ width, height }: Size, max: number): ChosenError | undefined {
  if (Math.min(width, height) < PHOTO_SIDE_MIN) {
    return { key: 'photoTooSmall', params: { limit: String(PHOTO_SIDE_MIN) } }
  }
  if (width * height <= max) return undefined
  return { key: 'photoTooManyPixels', params: { limit: String(max / 1_000_000) } }
}

/** A photograph that is about to be sent. */
export type ChosenPhoto = { size: number; type: string }

export type PhotoKey = 'fileTooLarge' | 'wrongFileType'

/** The error of a photograph, before it is sent. */
export function photoError({
  size,
  type,
}: ChosenPhoto): { key: PhotoKey; params?: Record<string, string> } | undefined {
  if (size > PHOTO_BYTES_MAX) {
    return { key: 'fileTooLarge', params: { limit: String(PHOTO_BYTES_MAX / 1024 / 1024) } }
  }
  return type === '' || type.startsWith('image/') ? undefined : { key: 'wrongFileType' }
}
