import { fromPromise } from 'xstate'
import {
  CHOSEN_PIXELS_MAX,
  type ChosenError,
  chosenError,
  HEIC_PIXELS_MAX,
  PHOTO_HEAD_BYTES,
  photoFormat,
  pixelsError,
  sentSize,
} from '../../rules/account/photos.ts'
import { dep } from './call.ts'

/** A photograph ready to be sent, or why it cannot be. */
export type Prepared = { photo: File; wrong: null } | { photo: null; wrong: ChosenError }

/** Of a file's beginning: its dimensions stand behind the camera's notes and thumbnail. */
const HEADER_BYTES = 1024 * 1024
const QUALITY = 0.9

const unfit = (wrong: ChosenError): Prepared => ({ photo: null, wrong })
const unreadable: Prepared = unfit({ key: 'photoUnreadable', params: {} })

/**
 * Makes a chosen photograph ready to be sent: a JPEG of at most 4 MP, upright, with its pixels only. Its type, size and pixels are
 * judged before it is decoded, which needs four bytes for each pixel.
 */
export const preparePhoto = fromPromise<Prepared, { file: File }>(async ({ input: { file }, signal }) => {
  const heicWorker = dep('heicWorker')
  const header = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
  const head = header.subarray(0, PHOTO_HEAD_BYTES)
  const mistaken = chosenError(file.size, head)
  if (mistaken) return unfit(mistaken)
  const size = await sizeOf(header)
  const wrong = pixelsError(size, CHOSEN_PIXELS_MAX)
  if (wrong) return unfit(wrong)
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap) return prepared(file.name, bitmap)
  if (photoFormat(head) !== 'heic') return unreadable
  const tooMany = pixelsError(size, HEIC_PIXELS_MAX)
  if (tooMany) return unfit(tooMany)
  const pixels = await decodeHeic(heicWorker(), file, signal)
  return pixels ? prepared(file.name, await createImageBitmap(pixels)) : unreadable
})

/** Of a picture whose dimensions are not found: none that is too small or too large, so that its decoder decides. */
const UNKNOWN = { width: 1_000, height: 1_000 }

async function sizeOf(header: Uint8Array): Promise<{ width: number; height: number }> {
  const { imageSize } = await import('image-size')
  try {
    return imageSize(header)
  } catch {
    return UNKNOWN
  }
}

/** Draws a bitmap within the size that is sent. The bitmap is closed. */
async function prepared(name: string, bitmap: ImageBitmap): Promise<Prepared> {
  const { width, height } = sentSize(bitmap)
  const canvas = new OffscreenCanvas(width, height)
  // In memory: a graphics card refuses pictures wider than its textures.
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  if (!paint) return unreadable
  paint.fillStyle = 'white'
  paint.fillRect(0, 0, width, height)
  paint.imageSmoothingQuality = 'high'
  paint.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  const photo = new File([blob], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: blob.type })
  return { photo, wrong: null }
}

/**
 * Decodes HEIC in a worker, which is terminated once it answered or the actor was stopped.
 *
 * @returns null for a file that it cannot read
 */
async function decodeHeic(worker: Worker, file: File, signal: AbortSignal): Promise<ImageData | null> {
  try {
    return await new Promise<ImageData | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve(null)
      signal.onabort = () => reject(signal.reason)
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
