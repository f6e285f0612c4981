import { describe, expect, it } from 'vitest'
import { createSessionStorage } from '../../../src/machines/actors/storage.ts'
import { ada } from '../kit/people.ts'

/** Local storage in memory. */
function createMemory(before: Record<string, string> = {}) {
  const items = new Map(Object.entries(before))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const nobody = { token: null, userInfo: null, lang: 'en' }

describe('actors storage: data on the device', () => {
  it('is only the token, the user and the language', () => {
    const memory = createMemory()
    const { actions, read } = createSessionStorage(memory)
    actions.storeToken(null, { token: 'a-token' })
    actions.storeUserInfo(null, { userInfo: ada })
    actions.storeLang(null, { lang: 'jp' })
    expect([...memory.items.keys()].sort()).toEqual(['lang', 'token', 'userInfo'])
    expect(read()).toEqual({ token: 'a-token', userInfo: ada, lang: 'jp' })
    actions.clearStoredUser()
    expect([...memory.items.keys()]).toEqual(['lang'])
    expect(read()).toEqual({ ...nobody, lang: 'jp' })
  })

  it.each([
    ['nothing', {}, nobody],
    ['an empty token', { token: '' }, nobody],
    ['a user without a token', { userInfo: JSON.stringify(ada) }, nobody],
    ['a user that is no JSON', { token: 't', userInfo: '{' }, { ...nobody, token: 't' }],
    ['a user of another make', { token: 't', userInfo: '{"name":"ada"}' }, { ...nobody, token: 't' }],
    ['a language that nobody speaks', { lang: 'tlh' }, nobody],
  ])('begins again from %s', (_, before, expected) => {
    expect(createSessionStorage(createMemory(before)).read()).toEqual(expected)
  })

  it('tolerates a browser that refuses storage', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    const { read, actions } = createSessionStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(read()).toEqual(nobody)
    expect(() => actions.storeToken(null, { token: 't' })).not.toThrow()
    expect(() => actions.clearStoredUser()).not.toThrow()
  })
})
