import { findInstrument } from './instruments.ts'

/** Quotes as `currency/quotation_new` answers them; `time` in ms. */
type Quotation = { time: number; source: string; quotes: readonly { symbol: string; price: string }[] }

/** The id of the template in which a page carries the quotes that it came with, as JSON. */
export const PAGE_QUOTES = 'page-quotes'

const ROW = /<div class="shell-row"><\/div>/g
const TIME = '<div class="shell-time"></div>'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => escapes[each] ?? '')

/**
 * Puts quotes into the page: the first coins' prices where the shell has its rows, when they were read, and all of them
 * for the app, which takes them for stale until it hears more. They are figures and names alone, as the shell has no
 * language, and in a template no script: what stands in it is inert.
 *
 * @param page `index.html` as it was built. What is missing in it is left out
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
