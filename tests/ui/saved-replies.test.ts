import { expect, it } from 'vitest'
import { savedReplies, withReply } from '../../src/admin/saved-replies.ts'
import { langs } from '../../src/api/wire/fields.ts'

it('saved replies are in every language of the product, each once, and short enough to send', () => {
  for (const { title, texts } of savedReplies) {
    expect(Object.keys(texts).sort(), title).toEqual([...langs].sort())
    const all = Object.values(texts)
    expect(new Set(all).size, title).toBe(langs.length)
    for (const text of all) expect(text.length, text).toBeLessThan(200)
  }
})

it('a saved reply follows what is written, in the reader’s language, or in English', () => {
  const texts = { en: 'Settled.', it: 'Risolto.' }
  expect(withReply('', texts, 'it')).toBe('Risolto.')
  expect(withReply('Ciao \n', texts, 'it')).toBe('Ciao\nRisolto.')
  expect(withReply('', texts, 'xx')).toBe('Settled.')
})
