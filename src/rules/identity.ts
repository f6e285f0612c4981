/** The certificates that show who a person is. */
export const certificates = ['driverLicence', 'passport', 'idCard'] as const
export type Certificate = (typeof certificates)[number]

/** The largest photograph that is taken, in bytes. */
export const PHOTO_BYTES_MAX = 8 * 1024 * 1024

/** A certificate's number as it is compared: upper case, without the spaces, dots and dashes that people write in it. */
export const plainNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')

/** The number with all but its ends hidden. */
export function maskedNumber(number: string): string {
  const plain = plainNumber(number)
  return plain.length <= 4 ? '••••' : `${plain.slice(0, 1)}••••${plain.slice(-2)}`
}
