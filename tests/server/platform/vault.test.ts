import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../server/platform/random.ts'
import { createVault, requireSameKey, takeVaultKey } from '../../../server/platform/store/vault.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { describePlatform } from '../platform.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const vault = createVault(key(1), systemRandom)

describe('vault: encrypted data', () => {
  it('decrypts, and is unreadable', () => {
    const sealed = vault.seal('card', 'ann', 'número 4111')
    expect(Buffer.from(sealed, 'base64url').includes('4111')).toBe(false)
    expect(vault.open('card', 'ann', sealed)).toBe('número 4111')
    expect(vault.seal('card', 'ann', 'número 4111')).not.toBe(sealed)
  })

  it('does not decrypt for another owner, use or key, or after a change', () => {
    const sealed = vault.seal('card', 'ann', 'x')
    const changed = Buffer.from(sealed, 'base64url')
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => vault.open('card', 'bob', sealed)).toThrow()
    expect(() => vault.open('name', 'ann', sealed)).toThrow()
    expect(() => createVault(key(2), systemRandom).open('card', 'ann', sealed)).toThrow()
    expect(() => vault.open('card', 'ann', changed.toString('base64url'))).toThrow()
    expect(() => vault.open('card', 'ann', sealed.slice(0, 20))).toThrow()
  })
})

it('vault: finds equal texts by their fingerprints, per use and key', () => {
  expect(vault.fingerprint('number', 'A1')).toBe(vault.fingerprint('number', 'A1'))
  expect(vault.fingerprint('number', 'A1')).toMatch(/^[0-9a-f]{64}$/)
  const others = [
    vault.fingerprint('number', 'A2'),
    vault.fingerprint('card', 'A1'),
    createVault(key(2), systemRandom).fingerprint('number', 'A1'),
  ]
  expect(others).not.toContain(vault.fingerprint('number', 'A1'))
})

describe('vault: the key', () => {
  it('is created at the first start, readable by its owner only, and reused', () => {
    const DATA_DIR = newFolder()
    const first = takeVaultKey({ VAULT_KEY: undefined, DATA_DIR }, systemRandom)
    expect(first).toHaveLength(32)
    expect(takeVaultKey({ VAULT_KEY: undefined, DATA_DIR }, systemRandom)).toEqual(first)
    expect(statSync(join(DATA_DIR, 'vault.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(DATA_DIR, 'vault.key'), 'utf8')).toBe(first.toString('hex'))
  })

  it('is the setting if set', () => {
    const VAULT_KEY = 'ab'.repeat(32)
    expect(takeVaultKey({ VAULT_KEY, DATA_DIR: '/nowhere' }, systemRandom)).toEqual(Buffer.from(VAULT_KEY, 'hex'))
  })

  it('is refused if the file is invalid', () => {
    const DATA_DIR = newFolder()
    writeFileSync(join(DATA_DIR, 'vault.key'), 'rubbish')
    expect(() => takeVaultKey({ VAULT_KEY: undefined, DATA_DIR }, systemRandom)).toThrow(/vault.key is not 64 hex/)
  })
})

describePlatform('vault: a database', (test) => {
  const start = (byte: number) => requireSameKey(test.platform.db, createVault(key(byte), systemRandom))

  it('accepts only the key of its first start, on any number of nodes', async () => {
    await Promise.all([start(1), start(1), start(1)])
    await expect(start(2)).rejects.toThrow(/^VAULT_KEY: is not the key by which this database was sealed/)
    await start(1)
    const rows = await test.platform.db.selectFrom('vault_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(key(1)).toString('hex'))
  })
})
