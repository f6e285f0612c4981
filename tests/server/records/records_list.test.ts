import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { list, writeNote } from '../../../src/api/money/records.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price, withProfit } from '../microtrade/support.ts'
import { ended } from '../orders/support.ts'

describeServer.onSqlite('records/list', (server) => {
  it('returns for each movement the change of balance and held amount and its cause, newest first', async () => {
    const { token, userId } = await server.person()
    const won = await ended(server, token, '43001.00')
    const lost = await ended(server, token, '42999.00')
    await price(server, '43000.00')
    const { id: open } = await server.ok(submit, order(), token)
    const found = await server.ok(list, {}, token)
    const [before, after] = [withProfit(10_000, 100), withProfit(9_900, 100)]
    expect(found.map(({ step, causeId, amount, held, balance }) => [step, causeId, amount, held, balance])).toEqual([
      ['holdStake', open, '0.000000', '100.000000', after],
      ['forfeitStake', lost, '-100.000000', '-100.000000', after],
      ['holdStake', lost, '0.000000', '100.000000', before],
      ['payWinner', won, withProfit(0, 100), '-100.000000', before],
      ['holdStake', won, '0.000000', '100.000000', '10000.000000'],
      ['paperGrant', userId, '10000.000000', '0.000000', '10000.000000'],
    ])
    expect(await server.ok(list, { amount: '100' }, token)).toHaveLength(found.length - 1)
    expect(new Set(found.map(({ currency }) => currency))).toEqual(new Set(['USDT']))
    expect(found.every(({ at }, place) => at >= (found[place + 1]?.at ?? 0))).toBe(true)
    await hold(server, '43000.00', 33)
  })

  it('pages over all currencies without gaps', async () => {
    const { token, userId } = await server.person()
    const give = (currency: string, causeId: string) =>
      commit(server.platform, (unit) =>
        post(unit, {
          cause: 'gift',
          causeId,
          step: `give ${causeId}`,
          currency,
          lines: [
            { account: { platform: 'issuance' }, amount: -5n },
            { account: { user: userId, kind: 'available' }, amount: 5n },
          ],
        }),
      )
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await give(number % 2 ? 'BTC' : 'ETH', `gift-${userId}-${number}`)
      await server.clock.advance(1_000)
    }
    const whole = await server.ok(list, {}, token)
    expect(whole.map(({ currency }) => currency)).toEqual(['ETH', 'BTC', 'ETH', 'BTC', 'ETH', 'BTC', 'USDT'])
    expect(whole[0]).toMatchObject({ cause: 'gift', step: 'give', amount: '0.00000005', held: '0.00000000' })
    const balances = whole.map(({ currency, balance }) => `${balance} ${currency}`)
    expect(balances).toEqual([
      '0.00000015 ETH',
      '0.00000015 BTC',
      '0.00000010 ETH',
      '0.00000010 BTC',
      '0.00000005 ETH',
      '0.00000005 BTC',
      '10000.000000 USDT',
    ])
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const page = await server.ok(list, { limit: 2, ...(before && { before }) }, token)
      seen.push(
        ...page.map(({ id, currency, balance }) => {
          expect(`${balance} ${currency}`).toBe(balances[whole.findIndex((each) => each.id === id)])
          return id
        }),
      )
      if (page.length < 2) break
    }
    expect(seen).toEqual(whole.map(({ id }) => id))
    expect((await server.ok(list, { currency: 'BTC' }, token)).map(({ amount }) => amount)).toHaveLength(3)
    // A filter of causes hides movements in between.
    const granted = await server.ok(list, { cause: 'user' }, token)
    expect(granted.map(({ step, balance }) => [step, balance])).toEqual([['paperGrant', null]])
    expect(await server.ok(list, { currency: 'BTC', cause: 'user' }, token)).toEqual([])
  })

  it('filters by a UTC month', async () => {
    const { token } = await server.person()
    const { at = 0 } = (await server.ok(list, {}, token))[0] ?? {}
    const month = new Date(at * 1000).toISOString().slice(0, 7)
    expect(await server.ok(list, { month }, token)).toHaveLength(1)
    expect(await server.ok(list, { month: '2020-01' }, token)).toEqual([])
  })

  it('filters by a range of UTC days, both inclusive', async () => {
    const { token } = await server.person()
    const { at = 0 } = (await server.ok(list, {}, token))[0] ?? {}
    const day = (offset: number) => new Date((at + offset * 86_400) * 1000).toISOString().slice(0, 10)
    const seen = async (from?: string, to?: string) =>
      (await server.ok(list, { ...(from && { from }), ...(to && { to }) }, token)).length
    expect(await seen(day(0), day(0))).toBe(1)
    expect(await seen(day(0))).toBe(1)
    expect(await seen(undefined, day(0))).toBe(1)
    expect(await seen(day(1))).toBe(0)
    expect(await seen(undefined, day(-1))).toBe(0)
    expect(await seen(day(1), day(-1))).toBe(0)
  })

  it('shows only the user’s own', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '43000.00')
    await server.ok(submit, order(), theirs.token)
    expect(await server.ok(list, { userId: theirs.userId }, mine.token)).toHaveLength(1)
  })

  it('refuses invalid input, and a call without a token', async () => {
    const { token } = await server.person()
    for (const input of [
      { month: '2026-13' },
      { from: '2026-02-29' },
      { to: '2026-1-1' },
      { cause: "x' or 1" },
      { limit: 1_001 },
      { currency: '..' },
    ]) {
      expect(await server.call(list, input, token)).toMatchObject({ key: 'parameterError' })
    }
    expect(await server.call(list)).toMatchObject({ type: 999, http: 401 })
  })

  it('finds by amount, id, note and step, all of it, newest first and page by page', async () => {
    const [{ token, userId }, other] = [await server.person(), await server.person()]
    const give = (number: number) =>
      commit(server.platform, (unit) =>
        post(unit, {
          cause: number % 2 ? 'gift' : 'prize',
          causeId: `gift-${userId}-${number}`,
          step: `give ${number}`,
          currency: 'BTC',
          lines: [
            { account: { platform: 'issuance' }, amount: -BigInt(number) },
            { account: { user: userId, kind: 'available' }, amount: BigInt(number) },
          ],
        }),
      )
    // More than are read at a time.
    const count = 1_010
    for (let number = 1; number <= count; number += 1) await give(number)
    const search = (by: Record<string, string | number>, from = token) => server.ok(list, { limit: 1_000, ...by }, from)
    const amounts = async (by: Record<string, string | number>) => (await search(by)).map(({ amount }) => amount)
    expect(await amounts({ amount: '0.00000007' })).toEqual(['0.00000007'])
    expect(await amounts({ amount: '10000' })).toEqual(['10000.000000'])
    expect(await amounts({ amount: '0.000000001' })).toEqual([])
    expect(await amounts({ steps: 'gift.give,user.paperGrant' })).toHaveLength(count / 2 + 1)
    const tenth = `gift-${userId}-101`.toLowerCase()
    expect(await amounts({ text: tenth })).toEqual(['0.00001010', '0.00000101'])
    const [first] = await search({ amount: '0.00000003' })
    expect(first?.balance).toBeNull()
    await server.ok(writeNote, { id: first?.id ?? '', text: 'Rent, May' }, token)
    expect((await search({ text: 'rENT' })).map(({ id }) => id)).toEqual([first?.id])
    expect((await search({ text: first?.id.toLowerCase() ?? '' })).map(({ id }) => id)).toEqual([first?.id])
    expect(await search({ text: 'gift' })).toEqual([])
    expect(await search({ text: 'rent' }, other.token)).toEqual([])
    expect(await search({ text: tenth }, other.token)).toEqual([])
    expect(await amounts({ text: 'rent', currency: 'USDT' })).toEqual([])
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const page = await search({ steps: 'prize.give', limit: 200, ...(before && { before }) })
      seen.push(...page.map(({ id }) => id))
      if (page.length < 200) break
    }
    expect(seen).toEqual((await search({ steps: 'prize.give' })).map(({ id }) => id))
    expect(seen).toHaveLength(count / 2)
    expect(await server.call(list, { steps: 'rubbish' }, token)).toMatchObject({ key: 'parameterError' })
  })
})
