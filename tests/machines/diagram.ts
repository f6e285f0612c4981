import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout, Line, Point } from './layout.ts'
import { LINE, PAD } from './layout.ts'
import { ROOT, type State } from './read.ts'

/** Draws a layout with the app's tokens, light and dark. */

const NAMES = ['paper', 'surface', 'sunken', 'ink', 'muted', 'line', 'accent', 'accent-soft', 'green']

/** The app's colours: `--name: light-dark(…, …)` in its tokens. */
function colours(): { light: string; dark: string } {
  const tokens = readFileSync(join(ROOT, 'src', 'ui', 'styles', 'tokens.css'), 'utf8')
  const pairs = NAMES.map((name) => {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
    if (!light || !dark) throw new Error(`tokens.css: no colour --${name}`)
    return { name, light, dark }
  })
  return {
    light: pairs.map(({ name, light }) => `--${name}:${light}`).join(';'),
    dark: pairs.map(({ name, dark }) => `--${name}:${dark}`).join(';'),
  }
}

const style = () => {
  const { light, dark } = colours()
  return [
    `svg{${light};font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}`,
    `@media(prefers-color-scheme:dark){svg{${dark}}}`,
    '.ground{fill:var(--paper)}',
    '.state{fill:var(--surface);stroke:var(--muted);stroke-opacity:.6;stroke-width:1.5}',
    '.group{fill:var(--sunken);fill-opacity:.45;stroke:var(--muted);stroke-opacity:.55}',
    '.region{stroke-dasharray:5 4}',
    '.final{stroke:var(--ink);stroke-opacity:1}',
    '.arrow{fill:none;stroke:var(--muted);stroke-width:1.25}',
    '.ring{fill:var(--paper);stroke:var(--muted);stroke-width:1.5}',
    '.head,.dot{fill:var(--muted)}',
    '.label{fill:var(--paper);stroke:var(--line)}',
    'text{fill:var(--ink)}',
    // An arrow that crosses a group's words goes behind them.
    '.over{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}',
    '.name{font-size:15px;font-weight:650}',
    '.event{font-size:13px;font-weight:600;fill:var(--accent)}',
    '.muted{fill:var(--muted)}',
    '.money{fill:var(--green);font-weight:600}',
  ].join('')
}

const isGroup = ({ type }: State) => type === 'compound' || type === 'parallel'

const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const text = ({ text, look }: Line, x: number, y: number) =>
  `<text class="${look}" x="${x}" y="${y}">${entities(text)}</text>`

/** A line with round corners through points that lie at right angles. */
function path(points: readonly Point[]): string {
  const towards = (from: Point, to: Point, by: number) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const part = Math.min(by, length / 2) / length
    return `${Math.round(from.x + (to.x - from.x) * part)} ${Math.round(from.y + (to.y - from.y) * part)}`
  }
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      if (!before) return `M${point.x} ${point.y}`
      if (!after) return `L${point.x} ${point.y}`
      return `L${towards(point, before, 8)}Q${point.x} ${point.y} ${towards(point, after, 8)}`
    })
    .join('')
}

/** The diagram as SVG, readable on light and dark, without external resources. */
export function drawSvg({ width, height, boxes, dots, rings, arrows }: Layout, title: string): string {
  const edge = 16
  const parts = [
    ...boxes.flatMap(({ state, x, y, width, height, depth }) => {
      const isRegion = boxes.some(({ state: other }) => other.id === state.parent && other.type === 'parallel')
      const classes = ['state', isGroup(state) && 'group', isRegion && 'region', state.type === 'final' && 'final']
      const box = (by: number) =>
        `<rect class="${classes.filter(Boolean).join(' ')}" x="${x + by}" y="${y + by}" width="${width - 2 * by}" height="${height - 2 * by}" rx="${(depth === 0 ? 16 : 12) - by}"/>`
      return [box(0), ...(state.type === 'final' ? [box(3)] : [])]
    }),
    ...arrows.map(({ points }) => `<path class="arrow" marker-end="url(#head)" d="${path(points)}"/>`),
    ...dots.map(({ x, y }) => `<circle class="dot" cx="${x}" cy="${y}" r="5"/>`),
    ...boxes.flatMap(({ state, x, y, lines }) => {
      const words = lines.map((line, index) => text(line, x + PAD, y + PAD + index * LINE + 13))
      return isGroup(state) ? ['<g class="over">', ...words, '</g>'] : words
    }),
    ...rings.map(({ x, y }) => `<circle class="ring" cx="${x}" cy="${y}" r="4"/>`),
    ...arrows.flatMap(({ label }) =>
      label
        ? [
            `<rect class="label" x="${label.x}" y="${label.y}" width="${label.width}" height="${label.height}" rx="6"/>`,
            ...label.lines.map((line, index) => text(line, label.x + 6, label.y + 15 + index * 16)),
          ]
        : [],
    ),
  ]
  const view = `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${width + 2 * edge}" height="${height + 2 * edge}" role="img">`,
    `<title>${entities(title)}</title>`,
    `<style>${style()}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>',
    `<rect class="ground" x="${-edge}" y="${-edge}" width="100%" height="100%" rx="20"/>`,
    ...parts,
    '</svg>',
  ].join('\n')}\n`
}
