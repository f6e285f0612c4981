import { AdminError } from '../machines/admin/wire.ts'

/**
 * Calls the admin console's server: POST with a body, else GET. The browser adds the cookie, which no script can read.
 *
 * @throws AdminError with a text to show
 */
export async function ask<Answer>(what: string, body?: object): Promise<Answer> {
  const answer = await fetch(
    `desk/${what}`,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const said = (await answer.json()) as Answer & { error?: string; code?: string }
  if (!answer.ok) {
    const error = { signedOut: answer.status === 401, code: said.code ?? null }
    throw new AdminError(said.error ?? 'The server could not do that.', error)
  }
  return said
}
