import type { ActorRefFrom } from 'xstate'
import { captcha } from '../../api/account/user.ts'
import { type Client, wantsCaptcha } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { type Captcha, captchaAnswer, solveCaptcha } from '../../rules/account/captcha.ts'
import type { noticeMachine } from '../session/notice.ts'
import { loadSha256 } from './sha256.ts'

/** Numbers tried before yielding to the page. */
const SLICE = 500

/**
 * A client that continues past a rate limit: it solves the server's proof of work, and retries the call.
 *
 * @param onWanted called when it starts solving
 */
export const solvingBy = (client: Client, onWanted: () => void): Client => ({
  call: async (call, input, options = {}) => {
    const answer = await client.call(call, input, { ...options, solves: true })
    if (!wantsCaptcha(answer)) return answer
    onWanted()
    const { signal } = options
    const task = result(await client.call(captcha, {}, { ...(signal && { signal }), quiet: true }))
    const solved = { ...(input as object), captcha: await solve(task, signal) }
    return client.call(call, solved as typeof input, options)
  },
})

/** The client of forms whose call may require a captcha: a notice says that the device is solving one. */
export const solving = ({ client, notice }: { client: Client; notice: ActorRefFrom<typeof noticeMachine> }): Client =>
  solvingBy(client, () => notice.send({ type: 'notice.show', notice: { key: 'captchaWanted', tone: 'plain' } }))

/** @throws Error if no number solves it; DOMException `AbortError` */
async function solve(task: Captcha, signal: AbortSignal | undefined): Promise<string> {
  const sha256 = await loadSha256()
  for (let from = 0; from < task.maxnumber; from += SLICE) {
    signal?.throwIfAborted()
    const number = solveCaptcha(task, [from, SLICE], sha256)
    if (number !== undefined) return captchaAnswer(task, number)
    await new Promise((resolve) => setTimeout(resolve))
  }
  throw new Error('a captcha has no solution')
}
