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

/** A chosen photograph: what is known of it before it is sent. */
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
