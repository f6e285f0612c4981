import { expect, it } from 'vitest'
import type { Call } from '../../../src/api/wire/call.ts'
import { dumpMoney } from '../dump.ts'
import type { TestServer } from '../harness.ts'
import type { createSaboteur } from '../sabotage.ts'

/** A call that moves money, with its inputs. */
export type MoneyCall = {
  call: Call
  /** A valid input for a user with 10,000 USDT; new each time, except for `change`. */
  input(server: TestServer, token: string, change?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** A change that makes it another request with the same id. */
  other: Record<string, unknown>
  /** An input that the user can afford only this many times; further ones are refused with this key. */
  most?: { change: Record<string, unknown>; count: number; refusal: string }
  /** The key with which a stranger is refused, for a call that names an order. */
  missing?: string
}

let requests = 0
const requestId = () => `request-of-the-kit-${++requests}`

/**
 * Tests that a call that moves money is idempotent, atomic, limited to its owner, and to the available money: sent twice, with another
 * body, fifty at once, by a stranger, without a token, and with a fault at each of its statements.
 */
export function testMoneyCall(
  server: TestServer,
  saboteur: ReturnType<typeof createSaboteur>,
  { call, input, other, most, missing = 'dataNotFound' }: MoneyCall,
): void {
  it('repeats its first answer to the same request, and acts once', async () => {
    const { token } = await server.person()
    const sent = { ...(await input(server, token)), requestId: requestId() }
    const first = await server.ok(call, sent, token)
    const after = await dumpMoney(server.platform)
    expect(await server.ok(call, sent, token)).toEqual(first)
    const again = await Promise.all(Array.from({ length: 10 }, () => server.ok(call, sent, token)))
    expect(again).toEqual(Array.from({ length: 10 }, () => first))
    expect(await dumpMoney(server.platform)).toEqual(after)
    expect(await server.call(call, { ...sent, ...other }, token)).toMatchObject({ key: 'requestReused' })
    expect(await dumpMoney(server.platform)).toEqual(after)
  })

  it('requires a token, and finds nothing by another user’s id', async () => {
    const { token } = await server.person()
    const stranger = await server.person()
    const sent = { ...(await input(server, token)), requestId: requestId() }
    const before = await dumpMoney(server.platform)
    expect(await server.call(call, sent)).toMatchObject({ type: 999 })
    if ('id' in sent) expect(await server.call(call, sent, stranger.token)).toMatchObject({ key: missing })
    expect(await dumpMoney(server.platform)).toEqual(before)
  })

  if (most) {
    it('succeeds as often as the balance covers, of fifty concurrent calls', async () => {
      const { token } = await server.person()
      const all = await Promise.all(
        Array.from({ length: 50 }, async () => ({
          ...(await input(server, token, most.change)),
          requestId: requestId(),
        })),
      )
      const answers = await Promise.all(all.map((sent) => server.call(call, sent, token)))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(most.count)
      expect(answers.filter((answer) => 'key' in answer && answer.key === most.refusal)).toHaveLength(50 - most.count)
      expect(await server.ledger()).toEqual([])
    })
  }

  it('is atomic, with a fault at each of its statements', async () => {
    const { token } = await server.person()
    const sent = { ...(await input(server, token)), requestId: requestId() }
    const before = await dumpMoney(server.platform)
    // After one statement means before the next; before the first nothing has been done.
    for (let number = 1; ; number++) {
      // A statement of due work would be the one that fails.
      await server.clock.advance(0)
      saboteur.arm(number, 'after')
      const answer = await server.call(call, sent, token)
      saboteur.disarm()
      if (answer.type === 'ok') {
        expect(number).toBeGreaterThan(2)
        expect(await dumpMoney(server.platform)).not.toEqual(before)
        expect(await server.ledger()).toEqual([])
        return
      }
      expect(answer, `statement ${number}`).toMatchObject({ http: 500, key: 'serverError' })
      expect(await dumpMoney(server.platform), `statement ${number}`).toEqual(before)
    }
  })
}
