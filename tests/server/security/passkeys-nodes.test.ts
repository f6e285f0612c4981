import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeChallenge, takeChallenge } from '../../../server/security/passkey-challenges.ts'
import { twoNodes } from '../kit/two-nodes.ts'

let both: Awaited<ReturnType<typeof twoNodes>>
beforeAll(async () => {
  both = await twoNodes('BTC')
})
afterAll(() => both.end())

it('passkeys: a challenge of one node is used on the other, once on both', async () => {
  const [one, other] = both.nodes
  const challenge = await makeChallenge(one, null)
  const client = Buffer.from(JSON.stringify({ challenge })).toString('base64url')
  const takes = await Promise.allSettled([takeChallenge(other, client, null), takeChallenge(one, client, null)])
  expect(takes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const next = await makeChallenge(one, null)
  const answer = Buffer.from(JSON.stringify({ challenge: next })).toString('base64url')
  expect(await takeChallenge(other, answer, null)).toBe(next)
  await expect(takeChallenge(one, answer, null)).rejects.toMatchObject({ key: 'passkeyRefused' })
})
