import type { AnswerRefusal } from '../../api/answer.ts'

/** What someone wrote. The same `clientId` is taken once, however often it is sent. */
export type Written = { clientId: string; text: string; photo: File | null }

/** What is still to be sent. `picture`: of its photograph, once that has arrived. `refusal`: why it was not taken. */
export type Outgoing = Written & { picture: string | null; sent: boolean; refusal: AnswerRefusal | null }

/** All that is still to be sent, oldest first. */
export type Outbox = readonly Outgoing[]

export const written = ({ clientId, text, photo }: Written): Outgoing => ({
  ...{ clientId, text: text.trim(), photo },
  ...{ picture: null, sent: false, refusal: null },
})

/** The next one to send: those that were refused wait for whoever wrote them. */
export const nextOf = (outbox: Outbox): Outgoing | undefined =>
  outbox.find(({ sent, refusal }) => !sent && refusal === null)

/** The outbox with one of its messages changed. */
export const changed = (outbox: Outbox, clientId: string, change: Partial<Outgoing>): Outbox =>
  outbox.map((each) => (each.clientId === clientId ? { ...each, ...change } : each))

/** Without what has been refused and is given up. */
export const discarded = (outbox: Outbox, clientId: string): Outbox =>
  outbox.filter((each) => each.clientId !== clientId || each.refusal === null)

/** Without what has arrived. */
export const without = (outbox: Outbox, arrived: readonly { clientId?: string | null | undefined }[]): Outbox =>
  outbox.filter(({ clientId }) => !arrived.some((each) => each.clientId === clientId))
