import { expect, it } from 'vitest'
import { createKeptQuotes, readPageQuotes } from '../../src/streams/keptQuotes.ts'

/** The used part of a browser's Cache storage, in memory. */
function createStorage() {
  const entries = new Map<string, Response>()
  const cache = {
    match: async (key: string) => entries.get(key)?.clone(),
    put: async (key: string, answer: Response) => void entries.set(key, answer),
  }
  return { entries, storage: { open: async () => cache } as unknown as CacheStorage }
}

const answer = { time: 1_700_000_000_000, source: 'simulated', quotes: [] }

it('kept quotes: keeps the last answer, and reads it again', async () => {
  const kept = createKeptQuotes(createStorage().storage)
  expect(await kept.read()).toBeUndefined()
  await kept.keep({ ...answer, time: 1 })
  await kept.keep(answer)
  expect(await kept.read()).toEqual(answer)
})

it.each(['not json', '{}', '{"time":"now","source":"simulated","quotes":[]}'])(
  'kept quotes: reads nothing from %s',
  async (text) => {
    const { entries, storage } = createStorage()
    entries.set('last-known', new Response(text))
    expect(await createKeptQuotes(storage).read()).toBeUndefined()
  },
)

it('kept quotes: does without where a browser has no such storage, or refuses it', async () => {
  const refusing = { open: () => Promise.reject(new DOMException('refused', 'SecurityError')) }
  for (const storage of [undefined, refusing as unknown as CacheStorage]) {
    const kept = createKeptQuotes(storage)
    await expect(kept.keep(answer)).resolves.toBeUndefined()
    expect(await kept.read()).toBeUndefined()
  }
})

it.each([
  ['what the page carries', JSON.stringify(answer), answer],
  ['nothing where it carries what is no answer', '{"time":1}', undefined],
  ['nothing where it carries no JSON', '{', undefined],
])('kept quotes: reads %s', (_, text, read) => {
  const template = { content: { textContent: text } } as unknown as HTMLElement
  const page = { getElementById: (id: string) => (id === 'page-quotes' ? template : null) }
  expect(readPageQuotes(page)).toEqual(read)
})

it('reads nothing from a page without quotes', () => {
  expect(readPageQuotes({ getElementById: () => null })).toBeUndefined()
})
