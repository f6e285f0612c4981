import encodeQR from 'qr'
import { useMemo } from 'react'

const QUIET_MODULES = 2

/** A text as a QR code. `label`: for screen readers. Dark on white in both themes, so that cameras can read it. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string | undefined }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { border: QUIET_MODULES })
    const dark = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: rows.length, path: dark.join('') }
  }, [text])
  return (
    <div className={className}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </div>
  )
}
