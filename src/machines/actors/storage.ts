import * as v from 'valibot'
import { type Lang, lang } from '../../api/wire/first-fields.ts'
import { type UserInfo, userInfo } from '../../api/wire/session.ts'
import type { StoredSession } from '../session/session-types.ts'

/** The session and the language in the device's storage. */
export type SessionStorage = {
  read(): StoredSession
  /** The session's actions of the same names. */
  actions: {
    storeToken(_: unknown, params: { token: string }): void
    storeUserInfo(_: unknown, params: { userInfo: UserInfo }): void
    storeLang(_: unknown, params: { lang: Lang }): void
    /** Forgets the user, but keeps the device's language. */
    clearStoredUser(): void
  }
}

export function createSessionStorage(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SessionStorage {
  // Storage may be refused or full: then the session lasts as long as the page.
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  const set = (key: string, value: string) => attempt(() => storage.setItem(key, value))
  const get = (key: string) => attempt(() => storage.getItem(key))
  const getJson = (key: string): unknown => attempt(() => JSON.parse(storage.getItem(key) ?? 'null'))

  return {
    read: () => {
      const token = get('token') || null
      const user = getJson('userInfo')
      const chosen = get('lang')
      return {
        token,
        userInfo: token !== null && v.is(userInfo, user) ? user : null,
        lang: v.is(lang, chosen) ? chosen : 'en',
      }
    },
    actions: {
      storeToken: (_, { token }) => set('token', token),
      storeUserInfo: (_, { userInfo }) => set('userInfo', JSON.stringify(userInfo)),
      storeLang: (_, { lang }) => set('lang', lang),
      clearStoredUser: () => {
        attempt(() => storage.removeItem('token'))
        attempt(() => storage.removeItem('userInfo'))
      },
    },
  }
}
