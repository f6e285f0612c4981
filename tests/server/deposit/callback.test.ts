import { expect, it } from 'vitest'
import { turnoverAsked } from '../../../server/deposit/kind.ts'
import { takeWord } from '../../../server/deposit/word.ts'
import { openPostgres } from '../../../server/platform/database/database.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { messages } from '../../../src/api/account/user.ts'
import { chargeReq, getInAddress, log, type ProviderWord } from '../../../src/api/money/deposit.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { dumpMoney } from '../dump.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { announce, newest, post, SECRET, say, sign, transfer, wordOf } from './support.ts'

const available = async (server: TestServer, token: string, currency = 'USDT') =>
  (await server.ok(getInfo, { currency }, token)).available

describeServer(
  'provider/callback',
  (server) => {
    it('credits an announced deposit once, however often it is reported', async () => {
      const { token, userId } = await server.person()
      const word = wordOf(await announce(server, token))
      const all = await Promise.all(Array.from({ length: 12 }, () => say(server, word)))
      expect(all.map(({ effect }) => effect).sort()).toEqual(['credited', ...Array.from({ length: 11 }, () => 'known')])
      expect(await newest(server, token)).toMatchObject({
        state: 'succeeded',
        status: 1,
        version: 2,
        arrived: '500.000000',
        reference: word.reference,
      })
      expect(await available(server, token)).toBe('10500.000000')
      expect(await turnoverAsked(readFrom(server.platform), userId)).toBe(500_000_000n)
      const told = await server.ok(messages, {}, token)
      expect(told.messages).toMatchObject([{ key: 'depositArrived', params: { amount: '500.00', currency: 'USDT' } }])
      expect(await server.ledger()).toEqual([])
    })

    it('is refused without effect if forged, changed, late, early, unsigned or not JSON', async () => {
      const { token } = await server.person()
      const body = JSON.stringify(wordOf(await announce(server, token)))
      const before = await dumpMoney(server.platform)
      const right = sign(server, body)
      const at = (seconds: number) => {
        server.clock.jump(seconds * 1_000)
        const headers = sign(server, body)
        server.clock.jump(-seconds * 1_000)
        return headers
      }
      const { 'x-provider-nonce': _, ...nameless } = right
      const wrong: [string, Record<string, string>][] = [
        [body, sign(server, body, 'another secret of the same length !')],
        [body.replace('500', '900'), right],
        [`${body} `, right],
        [body, { ...right, 'x-provider-time': String(Number(right['x-provider-time']) + 1) }],
        [body, { ...right, 'x-provider-nonce': 'A'.repeat(27) }],
        [body, { ...right, 'x-provider-signature': right['x-provider-signature'].slice(0, 62) }],
        [body, { ...right, 'x-provider-signature': '' }],
        [body, nameless],
        [body, { 'content-type': 'application/json' }],
        [body, at(-301)],
        [body, at(301)],
      ]
      for (const [text, headers] of wrong) {
        expect(await post(server, text, headers)).toEqual({ http: 403, key: 'unauthorizedOperation' })
      }
      const form = new URLSearchParams(JSON.parse(body)).toString()
      const asForm = { ...sign(server, form), 'content-type': 'application/x-www-form-urlencoded' }
      expect(await post(server, form, asForm)).toEqual({ http: 403, key: 'unauthorizedOperation' })
      expect(await dumpMoney(server.platform)).toEqual(before)
      expect(await post(server, body, at(300))).toEqual({ http: 200, effect: 'credited' })
    })

    it('is accepted once per nonce, so that it cannot be replayed', async () => {
      const { token } = await server.person()
      const body = JSON.stringify(wordOf(await announce(server, token)))
      const headers = sign(server, body)
      expect(await post(server, body, headers)).toMatchObject({ effect: 'credited' })
      expect(await post(server, body, headers)).toEqual({ http: 409, key: 'illegalOperation' })
      expect(await available(server, token)).toBe('10500.000000')
    })

    it('may come before the confirmations are counted, and long after', async () => {
      const early = await server.person()
      const late = await server.person()
      await say(server, wordOf(await announce(server, early.token)))
      const waiting = await announce(server, late.token)
      await server.clock.advance(30_000)
      expect(await newest(server, early.token)).toMatchObject({ state: 'succeeded', version: 2 })
      server.clock.jump(6 * 3_600_000)
      expect(await say(server, wordOf(waiting))).toMatchObject({ effect: 'credited' })
      expect(await newest(server, late.token)).toMatchObject({ state: 'succeeded', version: 3 })
    })

    it('sends a differing amount to review, and credits the received amount by the automatic review', async () => {
      const { token } = await server.person()
      const word = wordOf(await announce(server, token), { amount: '499.99' })
      expect(await say(server, word)).toMatchObject({ effect: 'reviewed' })
      expect(await say(server, word)).toMatchObject({ effect: 'known' })
      expect(await newest(server, token)).toMatchObject({ state: 'differing', status: 0, arrived: '499.990000' })
      expect(await available(server, token)).toBe('10000.000000')
      await server.clock.advance(29_000)
      expect(await available(server, token)).toBe('10000.000000')
      await server.clock.advance(3_000)
      expect(await available(server, token)).toBe('10499.990000')
      expect(await newest(server, token)).toMatchObject({ state: 'succeeded', amount: '500.000000' })
      expect(await say(server, word)).toMatchObject({ effect: 'known' })
    })

    it('sends an unannounced deposit to review by its address, and matches announcements by amount', async () => {
      const { token } = await server.person()
      const { address } = await server.ok(getInAddress, { currency: 'USDT', network: 'tron' }, token)
      const word: ProviderWord = {
        reference: 'out-of-the-blue',
        account: address,
        currency: 'USDT',
        amount: '7',
        outcome: 'confirmed',
      }
      expect(await say(server, word)).toMatchObject({ effect: 'reviewed' })
      const came = { state: 'differing', amount: '7.000000' }
      expect(await newest(server, token)).toMatchObject({ ...came, way: 'crypto', network: { code: 'tron' } })
      // A remark is known as theirs from their first transfer on.
      const { account } = await server.ok(chargeReq, await transfer(server, token, { amount: '200' }), token)
      expect(await say(server, { ...word, reference: 'by-a-bank', account, amount: '200' })).toMatchObject({
        effect: 'credited',
      })
      expect(await say(server, { ...word, reference: 'by-a-bank-too', account })).toMatchObject({ effect: 'reviewed' })
      expect(await newest(server, token)).toMatchObject({ ...came, way: 'bank', network: null })
      const first = await announce(server, token, { network: 'tron', amount: '100' })
      const second = await announce(server, token, { network: 'tron', amount: '200' })
      expect(await say(server, wordOf(second))).toMatchObject({ effect: 'credited' })
      expect(await say(server, wordOf(first))).toMatchObject({ effect: 'credited' })
      expect(await available(server, token)).toBe('10500.000000')
    })

    it('fails a deposit with a reason, and is left to an operator if contradictory or unmatched', async () => {
      const { token } = await server.person()
      const announced = await announce(server, token)
      const failed = wordOf(announced, { outcome: 'failed' })
      expect(await say(server, failed)).toMatchObject({ effect: 'failed' })
      expect(await newest(server, token)).toMatchObject({ state: 'failed', status: 2, arrived: null, reason: null })
      const [told] = (await server.ok(messages, {}, token)).messages
      expect(told).toMatchObject({ key: 'depositFailed', params: { amount: '500.00', currency: 'USDT' } })
      expect(await say(server, failed)).toMatchObject({ effect: 'known' })
      expect(await say(server, wordOf(announced))).toMatchObject({ effect: 'unmatched' })
      const nowhere = { ...failed, reference: 'nowhere-1', account: 'paper1nobody' }
      expect(await say(server, nowhere)).toMatchObject({ effect: 'unmatched' })
      const live = wordOf(await announce(server, token), { currency: 'BTC' })
      expect(await say(server, live)).toMatchObject({ effect: 'unmatched' })
      expect(await available(server, token)).toBe('10000.000000')
      expect(await server.ok(log, { status: 2 }, token)).toHaveLength(1)
      const kept = await server.platform.db
        .selectFrom('provider_calls')
        .select('reference')
        .where('effect', '=', 'unmatched')
        .execute()
      expect(kept.map(({ reference }) => reference)).toEqual(
        expect.arrayContaining([failed.reference, 'nowhere-1', live.reference]),
      )
    })

    it('credits one reference once, for any user', async () => {
      const [one, other] = [await server.person(), await server.person()]
      const word = wordOf(await announce(server, one.token))
      const theirs = wordOf(await announce(server, other.token), { reference: word.reference })
      expect(await say(server, word)).toMatchObject({ effect: 'credited' })
      expect(await say(server, theirs)).toMatchObject({ effect: 'unmatched' })
      expect(await available(server, other.token)).toBe('10000.000000')
    })

    it('credits once for concurrent callbacks on two nodes', async () => {
      const { DATABASE_URL } = server.place
      if (DATABASE_URL === undefined) return
      const database = await openPostgres(DATABASE_URL)
      try {
        const nodes = [server.platform, { ...server.platform, database, db: database.db }]
        const { token } = await server.person()
        const word = wordOf(await announce(server, token))
        const all = await Promise.all(
          Array.from({ length: 4 }, (_, round) =>
            nodes.map((node, place) => takeWord(node, word, `nonce-of-node-${place}-${round}`)),
          ).flat(),
        )
        expect(all.sort()).toEqual(['credited', ...Array.from({ length: 7 }, () => 'known')])
        expect(await available(server, token)).toBe('10500.000000')
        expect(await server.ledger()).toEqual([])
      } finally {
        await database.close()
      }
    })

    it('requires trading volume by the value at the time of credit', async () => {
      const { token, userId } = await server.person()
      await price(server, '40000.00')
      const announced = await announce(server, token, { currency: 'BTC', network: 'bitcoin', amount: '0.01' })
      await price(server, '50000.00')
      await say(server, wordOf(announced))
      expect(await available(server, token, 'BTC')).toBe('0.01000000')
      expect(await turnoverAsked(readFrom(server.platform), userId)).toBe(500_000_000n)
    })
  },
  { env: { PROVIDER_SECRET: SECRET } },
)
