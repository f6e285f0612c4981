import { chineseTexts } from './chinese.ts'
import type { MessageKey, MessageParams } from './messages.ts'

/** A message of the catalogue with its parameters. */
export type FoundMessage = { key: MessageKey; params: MessageParams }

type Template = { key: MessageKey; names: string[]; pattern: RegExp; literals: number }

const HOLE = /\{\{(\w+)\}\}/g
const exact = new Map<string, MessageKey>()
const templates: Template[] = []

for (const [key, text] of Object.entries(chineseTexts) as [MessageKey, string][]) {
  const names = [...text.matchAll(HOLE)].map(([, name = '']) => name)
  if (names.length === 0) exact.set(text, key)
  else {
    const parts = text.split(/\{\{\w+\}\}/)
    const pattern = new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)')}$`)
    templates.push({ key, names, pattern, literals: parts.join('').length })
  }
}
// If two templates match, the one with more literal text is meant.
templates.sort((a, b) => b.literals - a.literals)

/** The catalogue message of a Chinese text, with the parameters parsed from the text; or `undefined`. */
export function findMessage(text: string): FoundMessage | undefined {
  const trimmed = text.trim()
  const key = exact.get(trimmed)
  if (key) return { key, params: {} }
  for (const { key, names, pattern } of templates) {
    const match = pattern.exec(trimmed)
    if (match) return { key, params: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) }
  }
  return undefined
}
