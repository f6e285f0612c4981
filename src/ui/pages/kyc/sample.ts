import type { KycForm, Side } from '../../../rules/account/kyc.ts'
import { drawSample } from '../../forms/sample.tsx'

/** The made-up person on sample documents, for paper money. */
export const SAMPLE = {
  country: 'GB',
  firstName: 'Sample',
  lastName: 'Person',
  certificate: 'idCard',
} as const satisfies Partial<KycForm>

const SIZE = { width: 800, height: 504 }

/** Draws one side of a sample document. */
export const drawSide = (side: Side): Promise<File> =>
  drawSample(side, SIZE, [side === 'front' ? 'Sample Person' : 'This is no document'])
