import { TONES } from './indicators.ts'

/** The colours and the font of a chart, as the canvas takes them. */
export type Palette = {
  fontFamily: string
  paper: string
  ink: string
  muted: string
  line: string
  accent: string
  rise: string
  onRise: string
  fall: string
  onFall: string
  tones: readonly string[]
}

/**
 * Reads the colours that the style sheets give to an element now. A probe is needed because a custom property's own
 * computed value is its text, and not the colour that it comes to.
 */
export function readPalette(host: HTMLElement): Palette {
  const probe = host.ownerDocument.createElement('span')
  probe.hidden = true
  host.append(probe)
  const style = getComputedStyle(probe)
  const read = (token: string) => {
    probe.style.color = `var(--${token})`
    return style.color
  }
  const palette: Palette = {
    fontFamily: style.fontFamily,
    paper: read('paper'),
    ink: read('ink'),
    muted: read('muted'),
    line: read('line'),
    accent: read('accent'),
    rise: read('rise'),
    onRise: read('on-rise'),
    fall: read('fall'),
    onFall: read('on-fall'),
    tones: Array.from({ length: TONES }, (_, tone) => read(`tone-${tone}`)),
  }
  probe.remove()
  return palette
}

/** Calls back when the theme, or what rise and fall look like, changes. Returns how to stop. */
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
