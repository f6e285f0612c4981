import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../server/platform/config.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { warnOfWalletHash } from '../../../server/security/module.ts'

const WALLET_LOGIN_SECRET = 'a secret of sixteen or more'

describe('the older wallet sign-in', () => {
  const warningsOf = (environment: Record<string, string>) => {
    const warn = vi.fn()
    warnOfWalletHash({ config: readConfig(environment), log: { warn } as unknown as Platform['log'] })
    return warn.mock.calls
  }

  it('is logged as a warning when on, without its secret', () => {
    const warnings = warningsOf({ WALLET_LOGIN: 'hash', WALLET_LOGIN_SECRET })
    expect(warnings).toHaveLength(1)
    expect(String(warnings[0])).toMatch(/WALLET_LOGIN=hash/)
    expect(String(warnings[0])).not.toContain(WALLET_LOGIN_SECRET)
  })

  it('is off by default, without a warning', () => {
    expect(readConfig({}).WALLET_LOGIN).toBe('siwe')
    expect(warningsOf({ WALLET_LOGIN_SECRET })).toEqual([])
  })

  it('cannot be turned on without a secret', () => {
    expect(() => readConfig({ WALLET_LOGIN: 'hash' })).toThrow('WALLET_LOGIN_SECRET')
    expect(() => readConfig({ WALLET_LOGIN: 'hash', WALLET_LOGIN_SECRET: 'short' })).toThrow('WALLET_LOGIN_SECRET')
  })
})
