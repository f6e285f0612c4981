import { TONES } from './indicators.ts'

/** The colours and the font of a chart, in canvas syntax. */
export type Palette = {
  fontFamily: string
  paper: string
  surface: string
  ink: string
  muted: string
  line: string
  accent: string
  onAccent: string
  warn: string
  rise: string
  onRise: string
  fall: string
  onFall: string
  tones: readonly string[]
}

const tokens = [
  'paper',
  'surface',
  'ink',
  'muted',
  'line',
  'accent',
  'on-accent',
  'warn',
  'rise',
  'on-rise',
  'fall',
  'on-fall',
]
const tones = Array.from({ length: TONES }, (_, tone) => `tone-${tone}`)

/**
 * Reads an element's current colours from the style sheets. A probe is needed because a custom property's own
 * computed value is its text, not its colour; one for each, so that styles are computed once.
 */
export function readPalette(host: HTMLElement): Palette {
  const probes = host.ownerDocument.createElement('span')
  probes.hidden = true
  const styles = [...tokens, ...tones].map((token) => {
    const probe = host.ownerDocument.createElement('span')
    probe.style.color = `var(--${token})`
    probes.append(probe)
    return getComputedStyle(probe)
  })
  host.append(probes)
  const { fontFamily } = getComputedStyle(probes)
  const colours = styles.map(({ color }) => color)
  probes.remove()
  const [
    paper = '',
    surface = '',
    ink = '',
    muted = '',
    line = '',
    accent = '',
    onAccent = '',
    warn = '',
    rise = '',
    onRise = '',
    fall = '',
    onFall = '',
    ...rest
  ] = colours
  const base = { fontFamily, paper, surface, ink, muted, line }
  return { ...base, accent, onAccent, warn, rise, onRise, fall, onFall, tones: rest }
}

/** Calls back when the theme or the colours of rise and fall change. Returns a function that stops it. */
export function watchPalette(changed: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const attributes = new MutationObserver(changed)
  attributes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-swap'] })
  dark.addEventListener('change', changed)
  return () => {
    attributes.disconnect()
    dark.removeEventListener('change', changed)
  }
}
