import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { depositCommands } from '../../../server/deposit/commands.ts'
import { savingTo } from '../../../server/operator/operate.ts'
import { messages } from '../../../src/api/account/user.ts'
import { chargeReq } from '../../../src/api/money/deposit.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { describeServer } from '../harness.ts'
import { listen } from '../platform/device.ts'
import { announce, newest, SECRET, say, transfer, wordOf } from './support.ts'

describeServer(
  'the operator’s commands on deposits',
  (server) => {
    const operator = async (words: string, args: string[] = [], options: Record<string, string> = {}) => {
      const { save, ...rest } = options
      const command = depositCommands.find(({ name }) => name === `deposit ${words}`)
      if (!command) throw new Error(`no command ${words}`)
      return command.run({
        platform: server.platform,
        who: 'ann',
        args,
        tell: () => {},
        options: { why: 'a test', ...rest },
        ...(save !== undefined && { picture: savingTo(save, server.platform.store) }),
      })
    }
    const acts = async () =>
      (await server.platform.db.selectFrom('audit').select('act').orderBy('id').execute()).map(({ act }) => act)
    const available = async (token: string) => (await server.ok(getInfo, {}, token)).available

    it('list and show pending deposits, with their proof', async () => {
      const { token, userId } = await server.person()
      const { id } = await server.ok(chargeReq, await transfer(server, token), token)
      expect(await operator('list')).toContainEqual(
        expect.objectContaining({ id, user: userId, way: 'bank', amount: '500.000000 USDT', state: 'underReview' }),
      )
      const folder = newFolder()
      const [shown] = await operator('show', [id], { save: folder })
      expect(shown).toMatchObject({ id, state: 'underReview' })
      expect(shown?.proof).toBe(join(folder, `${id}-proof.jpg`))
      expect(readFileSync(String(shown?.proof)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
      expect(await acts()).toContain('deposit show')
    })

    it('reject with a reason in the user’s message, and return the transfer', async () => {
      const { token } = await server.person()
      const { id } = await server.ok(chargeReq, await transfer(server, token), token)
      await operator('refuse', [id], { why: 'No such payment' })
      expect(await newest(server, token)).toMatchObject({ id, state: 'failed', reason: 'No such payment' })
      const [told] = (await server.ok(messages, {}, token)).messages
      const params = { amount: '500.00', currency: 'USDT', reason: 'No such payment' }
      expect(told).toMatchObject({ kind: 'funding', key: 'depositRefused', params })
      await expect(operator('refuse', [id])).rejects.toThrow('there is no such deposit in a state that allows this')
      await listen(server.app.http)
      await server.clock.advance(40_000)
      expect(await available(token)).toBe('10000.000000')
    })

    it('resolve a deposit with a silent provider, once', async () => {
      const { token } = await server.person()
      const { id } = await announce(server, token)
      const said = { reference: 'told-by-telephone', amount: '500' }
      expect(await operator('resolve', [id], said)).toEqual([{ done: 'deposit resolve', effect: 'credited' }])
      await expect(operator('resolve', [id], said)).rejects.toThrow('there is no such deposit')
      const { id: other } = await announce(server, token)
      await expect(operator('resolve', [other], said)).rejects.toThrow('nothing was done: known')
      expect(await available(token)).toBe('10500.000000')
      expect(await server.ledger()).toEqual([])
    })

    it('credit a differing amount, or return it', async () => {
      const { token } = await server.person()
      const [kept, sent] = [await announce(server, token), await announce(server, token, { amount: '300' })]
      await say(server, wordOf(kept, { amount: '499' }))
      await say(server, wordOf(sent, { amount: '299' }))
      expect(await operator('accept', [kept.id])).toMatchObject([{ state: 'succeeded' }])
      expect(await operator('refuse', [sent.id])).toMatchObject([{ state: 'failed' }])
      expect(await available(token)).toBe('10499.000000')
    })

    it('leave to an operator only what may be an already decided deposit', async () => {
      const { token } = await server.person()
      const refused = await announce(server, token)
      await operator('refuse', [refused.id])
      const live = await announce(server, token, { amount: '300' })
      expect(await say(server, wordOf(refused))).toMatchObject({ effect: 'reviewed' })
      expect(await newest(server, token)).toMatchObject({ id: live.id, state: 'differing', arrived: '500.000000' })
      expect(await say(server, wordOf(refused, { reference: 'said-again' }))).toMatchObject({ effect: 'reviewed' })
      const resolved = await announce(server, token, { amount: '200' })
      await operator('resolve', [resolved.id], { reference: 'by-letter', amount: '200' })
      const differing = await announce(server, token, { amount: '100' })
      await operator('resolve', [differing.id], { reference: 'by-another-letter', amount: '99' })
      await operator('accept', [differing.id])
      for (const word of [
        wordOf(resolved),
        wordOf(differing),
        wordOf(differing, { reference: 'of-what-came', amount: '99' }),
      ]) {
        expect(await say(server, word)).toMatchObject({ effect: 'reviewed' })
      }
      const said = await announce(server, token, { amount: '70' })
      await say(server, wordOf(said))
      await say(server, wordOf(said, { reference: 'one-more' }))
      // An earlier test opened a socket: the paper network would report each deposit as arrived, under its own names.
      await server.platform.db.deleteFrom('paper_payments').execute()
      await server.clock.advance(60_000)
      // 200 and 99 by the operator, 70 as announced, and another 70 by the automatic review.
      expect(await available(token)).toBe('10439.000000')
      expect(await operator('accept', [live.id])).toMatchObject([{ state: 'succeeded' }])
      expect(await available(token)).toBe('10939.000000')
    })

    it('list unmatched callbacks', async () => {
      const word = {
        reference: 'lost-1',
        account: 'nowhere',
        currency: 'USDT',
        amount: '1',
        outcome: 'confirmed',
      } as const
      await say(server, word)
      expect(await operator('unmatched')).toContainEqual(expect.objectContaining(word))
    })
  },
  { databases: ['sqlite'], env: { PROVIDER_SECRET: SECRET } },
)
