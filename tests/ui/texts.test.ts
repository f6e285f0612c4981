import i18next from 'i18next'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bcp47 } from '../../src/ui/format/format.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The app's languages before anything is loaded, and a server of texts whose answers the test lets go. */
async function start() {
  vi.resetModules()
  const waiting = new Map<string, (answer: Response) => void>()
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const file = url.split('/').slice(-2).join('/')
    asked.push(file)
    return new Promise<Response>((resolve) => waiting.set(file, resolve))
  })
  const { startI18n, loadTexts, changeLang } = await import('../../src/ui/i18n/index.ts')
  await startI18n()
  const answer = async (file: string, status = 200) => {
    waiting.get(file)?.(new Response(JSON.stringify({ [`text.${file}`]: file }), { status }))
    await settle()
  }
  const says = (file: string) => i18next.t(`text.${file}` as 'app.name')
  return { loadTexts, changeLang, asked, answer, says }
}

afterEach(() => vi.unstubAllGlobals())
afterAll(() => i18next.changeLanguage('en'))

describe('the texts of the app', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: {}, querySelector: () => null })
  })

  test('come once, in the language that is shown', async () => {
    const { loadTexts, asked, answer, says } = await start()
    const loading = loadTexts('shared')
    await answer('en/shared.json')
    await loading
    await loadTexts('shared')
    expect(asked).toEqual(['en/shared.json'])
    expect(says('en/shared.json')).toBe('en/shared.json')
  })

  test('are requested once by several parts that load at the same time', async () => {
    const { loadTexts, asked, answer } = await start()
    const loading = [loadTexts('shared'), loadTexts('messages'), loadTexts('shared', 'messages')]
    expect(asked).toEqual(['en/shared.json', 'en/messages.json'])
    await answer('en/shared.json')
    await answer('en/messages.json')
    await Promise.all(loading)
  })

  test('come all with another language, before it is shown: also what comes into use meanwhile', async () => {
    const { loadTexts, changeLang, asked, answer, says } = await start()
    const changing = changeLang('it')
    const loading = loadTexts('shared')
    await answer('en/shared.json')
    await loading
    await answer('it/first.json')
    expect(i18next.language).toBe('en')
    expect(asked).toEqual(['it/first.json', 'en/shared.json', 'it/shared.json'])
    await answer('it/shared.json')
    await changing
    expect([i18next.language, says('it/shared.json')]).toEqual([bcp47('it'), 'it/shared.json'])
  })

  test('stay in the language that is shown where another cannot be loaded, and are asked for again', async () => {
    const { changeLang, asked, answer } = await start()
    const failing = expect(changeLang('ko')).rejects.toThrow('404')
    await answer('ko/first.json', 404)
    await failing
    expect(i18next.language).toBe('en')
    const changing = changeLang('ko')
    await answer('ko/first.json')
    await changing
    expect([i18next.language, asked.length]).toEqual([bcp47('ko'), 2])
  })
})
