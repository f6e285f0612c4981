import { expect, it } from 'vitest'
import { info, setLang } from '../../../src/api/account/user.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('set/lang', (server) => {
  it('stores each of the nine languages with the account', async () => {
    const { token } = await server.person()
    for (const lang of langs) {
      expect(await server.ok(setLang, { lang }, token)).toBeNull()
      expect((await server.ok(info, {}, token)).lang).toBe(lang)
    }
  })

  it('is not changed by the language of another call', async () => {
    const { token } = await server.person()
    await server.ok(setLang, { lang: 'ko' }, token)
    expect((await server.ok(info, { lang: 'it' }, token)).lang).toBe('ko')
  })

  it('has the same result when sent twice', async () => {
    const { token } = await server.person()
    await Promise.all([server.ok(setLang, { lang: 'pt' }, token), server.ok(setLang, { lang: 'pt' }, token)])
    expect((await server.ok(info, {}, token)).lang).toBe('pt')
  })

  it('changes only the caller’s own', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    await server.ok(setLang, { lang: 'es', userId: bob.userId, id: bob.userId }, alice.token)
    expect((await server.ok(info, {}, bob.token)).lang).toBe('en')
  })

  it.each(['de', 'EN', '', 'en ', ['en'], null, '__proto__'])('refuses the language %j', async (lang) => {
    const { token } = await server.person()
    expect(await server.call(setLang, { lang }, token)).toMatchObject({ http: 422, key: 'parameterError' })
    expect((await server.ok(info, {}, token)).lang).toBe('en')
  })

  it('needs a token', async () => {
    expect(await server.call(setLang, { lang: 'es' })).toMatchObject({ http: 401, type: 999, key: 'signInRequired' })
  })
})
