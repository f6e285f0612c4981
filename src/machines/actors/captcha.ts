import { captcha } from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { captchaAnswer, solveCaptcha } from '../../rules/account/captcha.ts'
import { loadSha256 } from './sha256.ts'

/** Numbers tried before yielding to the page. */
const SLICE = 500

/**
 * Solves the server's proof of work, and returns what a call at its rate limit sends as `captcha`.
 *
 * @throws Error if it has no solution; DOMException `AbortError`
 */
export async function answerCaptcha(client: Client, signal: AbortSignal | undefined): Promise<string> {
  const task = result(await client.call(captcha, {}, { ...(signal && { signal }), quiet: true }))
  const sha256 = await loadSha256()
  for (let from = 0; from < task.maxnumber; from += SLICE) {
    signal?.throwIfAborted()
    const number = solveCaptcha(task, [from, SLICE], sha256)
    if (number !== undefined) return captchaAnswer(task, number)
    await new Promise((resolve) => setTimeout(resolve))
  }
  throw new Error('a captcha has no solution')
}
