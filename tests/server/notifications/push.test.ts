import type { lookup } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { createPush, Gone } from '../../../server/notifications/push.ts'
import { Undeliverable } from '../../../server/platform/messengers.ts'
import { isPublicAddress } from '../../../server/platform/public-address.ts'
import { createBrowser } from './push-service.ts'

const keys = {
  privateKey: 'h9ngaXcCGoIzpfuLmqlF4JQtPIPLqfaf8uHkT6lTtVk',
  publicKey: 'BMhGbkDe0Yv0rKqzqvX3sRmCrVkJfLHxO0dQl0JkVZ3pWk0bJm8mF4Pz3O9f3mE2Vn0mJqH6mC4Xg0b2wB1QmHk',
}
const config = { PUSH_HOSTS: [], SUPPORT_EMAIL: undefined, SECURITY_CONTACT: undefined, PUBLIC_URL: undefined }

describe('an address that a push goes to', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '224.0.0.1',
  ])('is not %s, whatever name leads there by then', async (address) => {
    expect(isPublicAddress(address)).toBe(false)
    const asked: string[] = []
    const find = ((host: string, _: unknown, done: (error: null, found: unknown) => void) => {
      asked.push(host)
      done(null, [
        { address: '142.250.0.1', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ])
    }) as unknown as typeof lookup
    const { subscription } = createBrowser('https://fcm.googleapis.com/fcm/send/x')
    const sent = createPush({ config, keys, lookup: find })(subscription, { payload: '{}', topic: 'x', urgent: false })
    await expect(sent).rejects.toThrow(Undeliverable)
    expect(asked).toEqual(['fcm.googleapis.com'])
  })

  it.each(['142.250.185.74', '2a00:1450:4001:80b::200a'])('may be %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('is refused for a service removed from the list', async () => {
    const { subscription } = createBrowser('https://push.example.org/x')
    const sent = createPush({ config, keys })(subscription, { payload: '{}', topic: 'x', urgent: false })
    await expect(sent).rejects.toThrow(Gone)
  })

  it.each([{ p256dh: 'A'.repeat(87) }, { auth: 'c2hvcnQ' }])(
    'is none of a browser whose kept keys nothing can be sealed to: %o',
    async (bad) => {
      const { subscription } = createBrowser('https://fcm.googleapis.com/fcm/send/x')
      const kept = { ...subscription, keys: { ...subscription.keys, ...bad } }
      const sent = createPush({ config, keys })(kept, { payload: '{}', topic: 'x', urgent: false })
      await expect(sent).rejects.toThrow(Gone)
    },
  )
})
