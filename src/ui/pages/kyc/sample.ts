import type { KycForm, Side } from '../../../rules/kyc.ts'

/** Who a sample certificate is about, while money is paper: nobody. */
export const SAMPLE = {
  country: 'GB',
  firstName: 'Sample',
  lastName: 'Person',
  certificate: 'idCard',
} as const satisfies Partial<KycForm>

const WIDTH = 800
const HEIGHT = 504

/** Draws one side of a sample certificate. No two are the same file: each carries the moment it was drawn. */
export async function drawSample(side: Side): Promise<File> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('no canvas to draw a sample on')
  paint.fillStyle = '#e6eafe'
  paint.fillRect(0, 0, WIDTH, HEIGHT)
  paint.fillStyle = '#15181c'
  paint.font = '600 64px sans-serif'
  paint.fillText('SAMPLE', 48, 112)
  paint.font = '32px sans-serif'
  paint.fillText(side === 'front' ? 'Sample Person' : 'This is no document', 48, 184)
  paint.font = '24px monospace'
  paint.fillText(`${side} ${performance.timeOrigin + performance.now()}`, 48, 440)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], `sample-${side}.png`, { type: 'image/png' })
}
