import type { AnswerRefusal } from '../../api/wire/answer.ts'

/** A message to send. `clientId` is its idempotency key. */
export type Written = { clientId: string; text: string; photo: File | null }

/** An entry of the outbox. `picture`: id of its uploaded photograph. `refusal`: why it was refused. */
export type Outgoing = Written & { picture: string | null; sent: boolean; refusal: AnswerRefusal | null }

/** The outbox, oldest first. */
export type Outbox = readonly Outgoing[]

export const written = ({ clientId, text, photo }: Written): Outgoing => ({
  ...{ clientId, text: text.trim(), photo },
  ...{ picture: null, sent: false, refusal: null },
})

/** The next message to send: refused ones wait for the user. */
export const nextOf = (outbox: Outbox): Outgoing | undefined =>
  outbox.find(({ sent, refusal }) => !sent && refusal === null)

/** The outbox with one of its messages changed. */
export const changed = (outbox: Outbox, clientId: string, change: Partial<Outgoing>): Outbox =>
  outbox.map((each) => (each.clientId === clientId ? { ...each, ...change } : each))

/** Without a refused message that the user discarded. */
export const discarded = (outbox: Outbox, clientId: string): Outbox =>
  outbox.filter((each) => each.clientId !== clientId || each.refusal === null)

/** Without delivered messages. */
export const without = (outbox: Outbox, arrived: readonly { clientId?: string | null | undefined }[]): Outbox =>
  outbox.filter(({ clientId }) => !arrived.some((each) => each.clientId === clientId))
