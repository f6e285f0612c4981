import { useLabels } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { Callout } from '../parts/page/callout.tsx'

/** Explains that no real document is needed with paper money, and fills in a sample. */
export function SampleOffer({ text, onFill }: { text: string; onFill: () => void }) {
  const { t } = useLabels()
  return (
    <Callout
      tone="paper"
      action={
        <Button kind="plain" onClick={onFill}>
          {t('kyc.useSample')}
        </Button>
      }
    >
      {text}
    </Callout>
  )
}

const MARGIN = 48

/**
 * Draws a fictitious document, marked as a sample. Each file is unique: it contains its creation time.
 *
 * @param size of the picture, in pixels
 * @param lines the text below the mark
 */
export async function drawSample(
  name: string,
  { width, height }: { width: number; height: number },
  lines: readonly string[],
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('no canvas to draw a sample on')
  paint.fillStyle = '#e6eafe'
  paint.fillRect(0, 0, width, height)
  paint.fillStyle = '#15181c'
  paint.font = '600 64px sans-serif'
  paint.fillText('SAMPLE', MARGIN, 112)
  paint.font = '32px sans-serif'
  for (const [at, line] of lines.entries()) paint.fillText(line, MARGIN, 184 + at * 56)
  paint.font = '24px monospace'
  paint.fillText(`${name} ${performance.timeOrigin + performance.now()}`, MARGIN, height - 64)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], `sample-${name}.png`, { type: 'image/png' })
}
