import { createRequire } from 'node:module'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { currencies } from '../../../src/rules/money/currencies.ts'

type Icons = { icons: Record<string, { body: string }> }

const require = createRequire(import.meta.url)
const glyphs = require('@iconify-json/token/icons.json') as Icons
const flags = require('@iconify-json/circle-flags/icons.json') as Icons

/** The ground of each coin's disc, dark enough for its sign in white. */
const coins: Readonly<Record<string, string>> = {
  BTC: '#f7931a',
  ETH: '#627eea',
  SOL: '#8650e0',
  XRP: '#4a5560',
  DOGE: '#b59a30',
  BNB: '#dca410',
  ADA: '#2458c6',
  AVAX: '#e84142',
  LINK: '#2a5ada',
  DOT: '#e6007a',
  LTC: '#345d9d',
  TRX: '#d9232a',
  BCH: '#0a9c74',
  UNI: '#f0187c',
  ATOM: '#5a5f8f',
  FIL: '#0a84e0',
  ARB: '#2f6aa8',
  NEAR: '#0b8f63',
  USDT: '#26a17b',
}
const countries: Readonly<Record<string, string>> = {
  EUR: 'eu',
  USD: 'us',
  GBP: 'gb',
  JPY: 'jp',
  AUD: 'au',
  CHF: 'ch',
  CAD: 'ca',
  NZD: 'nz',
}
/** Three bars of it. */
const metals: Readonly<Record<string, string>> = { XAU: '#c9971c', XAG: '#8b949e' }
const BARS = 'M13.2 9h5.6l1.6 6h-8.8zM7.8 16.6h5.6l1.6 6H6.2zM18.6 16.6h5.6l1.6 6H17z'

/** The codes that pages show a mark of. */
export const needed: readonly string[] = [
  ...new Set([
    ...currencies.map(({ code }) => code),
    ...instruments.flatMap(({ kind, base, quote }) => (kind === 'forex' ? [base, quote] : [base])),
  ]),
]

const EDGE = 32
const disc = (ground: string) => `<circle cx="16" cy="16" r="16" fill="${ground}"/>`

function markOf(code: string): string {
  const [ground, country, metal] = [coins[code], countries[code], metals[code]]
  if (metal) return `${disc(metal)}<path fill="#fff" d="${BARS}"/>`
  if (country) {
    // Each flag brings the mask that makes it round, by an id that others have too.
    const body = bodyOf(flags, country).replace(/SVG\w+/g, code)
    return `<svg width="${EDGE}" height="${EDGE}" viewBox="0 0 512 512">${body}</svg>`
  }
  if (!ground) throw new Error(`there is no mark for ${code}: give it a ground or a country`)
  return `${disc(ground)}<svg x="6" y="6" width="20" height="20" viewBox="0 0 24 24" color="#fff">${bodyOf(glyphs, code.toLowerCase())}</svg>`
}

function bodyOf({ icons }: Icons, name: string): string {
  const icon = icons[name]
  if (!icon) throw new Error(`there is no icon ${name}`)
  return icon.body
}

/** All marks in one file, side by side; each is seen by its code as the fragment. */
export function drawMarks(): string {
  const marks = needed.map((code, at) => {
    const x = at * EDGE
    return `<view id="${code}" viewBox="${x} 0 ${EDGE} ${EDGE}"/><svg x="${x}" width="${EDGE}" height="${EDGE}">${markOf(code)}</svg>\n`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}">\n${marks.join('')}</svg>\n`
}
