import type { RuleName } from '../profiles/terms.ts'
import { findInstrument } from './instruments.ts'

/** Quotes as `currency/quotation_new` returns them; `time` in ms. */
type Quotation = {
  time: number
  source: string
  rules?: RuleName | undefined
  quotes: readonly { symbol: string; price: string }[]
}

/** The id of the template element with a page's initial quotes, as JSON. */
export const PAGE_QUOTES = 'page-quotes'

const ROW = /<div class="shell-row"><\/div>/g
const TIME = '<div class="shell-time"></div>'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => escapes[each] ?? '')

/**
 * Writes quotes into the page: prices of the first coins into the shell's rows, their time, and all of them for the app, which treats them
 * as stale until newer ones arrive. They are only figures and names, because the shell has no language, in a template and not a script: its
 * content is inert.
 *
 * @param page the built `index.html`; a missing element is skipped
 */
export function withQuotes(page: string, quotation: Quotation): string {
  const coins = quotation.quotes.flatMap(({ symbol, price }) => {
    const instrument = findInstrument(symbol)
    return instrument?.kind === 'crypto' ? [{ name: instrument.base, price }] : []
  })
  const row = (empty: string) => {
    const coin = coins.shift()
    if (!coin) return empty
    return `<div class="shell-row"><b>${escaped(coin.name)}</b><span data-fresh="false">${escaped(coin.price)}</span></div>`
  }
  const at = new Date(quotation.time).toISOString().slice(0, 16).replace('T', ' ')
  return page
    .replace(ROW, row)
    .replace(TIME, `<div class="shell-time">${at} UTC</div>`)
    .replace('</body>', () => `<template id="${PAGE_QUOTES}">${escaped(JSON.stringify(quotation))}</template></body>`)
}
