import { DeskError } from '../machines/desk/wire.ts'

/**
 * Asks the desk's server: with a body by POST, without one by GET. The browser adds the cookie, which no script reads.
 *
 * @throws DeskError in words
 */
export async function ask<Answer>(what: string, body?: object): Promise<Answer> {
  const answer = await fetch(
    `/desk/${what}`,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const said = (await answer.json()) as Answer & { error?: string }
  if (!answer.ok) throw new DeskError(said.error ?? 'The server could not do that.', answer.status === 401)
  return said
}
