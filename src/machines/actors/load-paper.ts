import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { outbox } from '../../api/user.ts'
import type { Paper } from '../register.ts'

/** Effect `loadPaper`: the paper outbox. Where money is not paper it is refused, and nobody is told. */
export const createLoadPaper = (client: Client) =>
  fromPromise<Paper, { ticket: string | null }>(async ({ input: { ticket }, signal }) => {
    const input = ticket === null ? {} : { ticket }
    const { inviteCode, message } = result(await client.call(outbox, input, { signal, quiet: true }))
    return { inviteCode, code: message?.code ?? null }
  })
