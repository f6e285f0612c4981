import { beforeEach, expect, it, vi } from 'vitest'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { forgetRequests, once, REQUESTS_KEPT_SECONDS } from '../../../server/platform/unit/requests.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { describePlatform, insertUser } from '../platform.ts'

describePlatform('a request that moves money', (test) => {
  let number = 0
  let user: string
  const act = vi.fn(async (): Promise<unknown> => ({ answer: ++number, amount: '1.50', none: null }))
  let neighbour: string
  beforeEach(async () => {
    const name = `user${++number}`
    ;[user, neighbour] = await commit(
      test.platform,
      async (unit) => [await insertUser(unit, name), await insertUser(unit, `${name}.neighbour`)] as const,
    )
    act.mockClear()
  })

  const send = (input: Record<string, unknown> = {}, path = 'some/call', by = user) =>
    commitFor(test.platform, by, (unit) => once(unit, by, path, { requestId: 'request-1', amount: '5', ...input }, act))

  it('acts once, and repeats its answer', async () => {
    const first = await send()
    expect(await send()).toEqual(first)
    test.clock.jump(86_400_000)
    expect(await send()).toEqual(first)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('is answered for 30 days', async () => {
    const first = await send()
    test.clock.jump((REQUESTS_KEPT_SECONDS - 1) * 1_000)
    await forgetRequests(test.platform)
    expect(await send()).toEqual(first)
    test.clock.jump(1_000)
    const younger = await send({ requestId: 'request-2' })
    expect(await forgetRequests(test.platform)).toBeGreaterThan(0)
    expect(await send()).not.toEqual(first)
    expect(await send({ requestId: 'request-2' })).toEqual(younger)
  })

  it('is identical in any order of its fields', async () => {
    const first = await commitFor(test.platform, user, (unit) =>
      once(unit, user, 'some/call', { requestId: 'request-1', a: 1, b: 2 }, act),
    )
    const again = await commitFor(test.platform, user, (unit) =>
      once(unit, user, 'some/call', { b: 2, a: 1, requestId: 'request-1' }, act),
    )
    expect(again).toEqual(first)
  })

  it('is refused if the id comes with another body, or to another call', async () => {
    await send()
    await expect(send({ amount: '6' })).rejects.toThrow(new Refusal('requestReused'))
    await expect(send({ more: 'x' })).rejects.toThrow(new Refusal('requestReused'))
    await expect(send({}, 'other/call')).rejects.toThrow(new Refusal('requestReused'))
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('is separate from another user’s request with the same id', async () => {
    await send()
    await send({}, 'some/call', neighbour)
    expect(act).toHaveBeenCalledTimes(2)
  })

  it('stores nothing on a refusal, so that it may succeed later', async () => {
    act.mockImplementationOnce(async () => {
      throw new Refusal('insufficientBalance')
    })
    await expect(send()).rejects.toThrow(new Refusal('insufficientBalance'))
    await send()
    expect(act).toHaveBeenCalledTimes(2)
  })

  it('acts once for many concurrent copies', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send()))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('acts once if the first of many copies fails', async () => {
    act.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('broken')
    })
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => send()))
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(act).toHaveBeenCalledTimes(2)
  })
})
