import { describe, expect, it } from 'vitest'
import {
  CHOSEN_BYTES_MAX,
  CHOSEN_PIXELS_MAX,
  chosenError,
  HEIC_PIXELS_MAX,
  PHOTO_BYTES_MAX,
  PHOTO_SIDE_MIN,
  photoFormat,
  pixelsError,
  SENT_PIXELS_MAX,
  sentSize,
} from '../../../src/rules/account/photos.ts'

it('photos: the limits are these', () => {
  expect([PHOTO_BYTES_MAX, PHOTO_SIDE_MIN, SENT_PIXELS_MAX]).toEqual([8_388_608, 200, 4_000_000])
  expect([CHOSEN_BYTES_MAX, CHOSEN_PIXELS_MAX, HEIC_PIXELS_MAX]).toEqual([67_108_864, 120_000_000, 50_000_000])
})

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const file = (brand: string, ...compatible: string[]) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0${compatible.join('')}`)
const jpeg = bytes('\xff\xd8\xff\xe0')

describe('photos', () => {
  it('knows a format by its first bytes', () => {
    expect(photoFormat(jpeg)).toBe('jpeg')
    expect(photoFormat(bytes('\x89PNG\r\n\x1a\n'))).toBe('png')
    expect(photoFormat(bytes('RIFF\0\0\0\0WEBPVP8 '))).toBe('webp')
    expect(photoFormat(file('heic', 'mif1', 'heic'))).toBe('heic')
    expect(photoFormat(file('mif1', 'mif1', 'heic'))).toBe('heic')
    expect(photoFormat(file('mif1', 'mif1', 'avif'))).toBe('avif')
    expect(photoFormat(file('avif', 'mif1'))).toBe('avif')
    for (const other of ['', '<svg', 'GIF89a', 'RIFF\0\0\0\0WAVE']) expect(photoFormat(bytes(other))).toBeUndefined()
    expect(photoFormat(file('isom', 'mp42'))).toBeUndefined()
  })

  it('accepts a file of the largest size, and says the limit for a larger one', () => {
    expect(chosenError(CHOSEN_BYTES_MAX, jpeg)).toBeUndefined()
    expect(chosenError(CHOSEN_BYTES_MAX + 1, jpeg)).toEqual({ key: 'fileTooLarge', params: { limit: '64' } })
    expect(chosenError(10, bytes('text'))).toEqual({ key: 'wrongFileType', params: {} })
  })

  it('judges pixels by the decoder that is there', () => {
    const large = { width: 12_000, height: 9_000 }
    expect(pixelsError(large, CHOSEN_PIXELS_MAX)).toBeUndefined()
    expect(pixelsError(large, HEIC_PIXELS_MAX)).toEqual({ key: 'photoTooManyPixels', params: { limit: '50' } })
    expect(pixelsError({ width: 199, height: 900 }, CHOSEN_PIXELS_MAX)?.key).toBe('photoTooSmall')
  })

  it('scales down to at most 4 MP in proportion, and never up', () => {
    expect(sentSize({ width: 4_000, height: 3_000 })).toEqual({ width: 2_309, height: 1_732 })
    expect(sentSize({ width: 640, height: 400 })).toEqual({ width: 640, height: 400 })
    expect(sentSize({ width: 100_000, height: 1 })).toEqual({ width: 100_000, height: 1 })
  })
})
