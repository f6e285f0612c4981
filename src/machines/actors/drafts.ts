import * as v from 'valibot'

/** How long a draft lasts after its last change, in ms. */
export const DRAFT_MS_MAX = 86_400_000

const value = v.union([v.string(), v.number(), v.boolean()])
const stored = v.object({
  userId: v.nullable(v.string()),
  forms: v.record(
    v.string(),
    v.object({ at: v.number(), form: v.record(v.string(), value), guest: v.optional(v.literal(true)) }),
  ),
})
type Stored = v.InferOutput<typeof stored>

/** Whether a stored value is one of drafts. */
export const isStoredDrafts = (known: unknown): known is Stored => v.is(stored, known)

/** Values of a form that may be written to the device's storage, by field. */
export type Storable = Readonly<Record<string, v.InferOutput<typeof value>>>

/** What a form keeps. `form`: values of its fields; `beside`: other parts of its machine's context, in memory only. */
export type Draft = { form: object; beside?: object }

/** The drafts of one person: of the signed-in user, or of a guest. */
export type Drafts = {
  /** The draft of this name, if it is not older than a day. After a reload it has only what was stored. */
  read(name: string): Draft | undefined
  /**
   * Keeps a draft in memory, for as long as the page lasts.
   *
   * @param storable what is also written to the device's storage
   * @param isGuests whether the draft is dropped when its guest signs in, instead of becoming the user's
   */
  keep(name: string, draft: Draft, storable: Storable, isGuests: boolean): void
  /** Drops a draft, such as one that was sent. */
  forget(name: string): void
  /**
   * Sets whose drafts they are, null for a guest. Those of any other user are dropped; a guest who signs in takes theirs along.
   *
   * @param isExpired whether the user's session ended by itself: their drafts wait in memory, unread, for them to sign in again
   */
  belongTo(userId: string | null, isExpired?: boolean): void
}

export type DraftsOptions = {
  /** The stored drafts, if any. */
  read(): Stored | undefined
  /** Stores them; undefined deletes them. */
  keep(all: Stored | undefined): void
  /** The device's clock, in ms since the epoch: no server is needed to find out how old a draft is. */
  now(): number
}

/** Keeps drafts in memory, and a part of each on the device. */
export function createDrafts({ read, keep, now }: DraftsOptions): Drafts {
  type Held = { at: number; isGuests: boolean; draft: Draft; storable: Storable }
  const held = new Map<string, Held>()
  let waiting: { userId: string; drafts: ReadonlyMap<string, Held> } | undefined
  let owner: string | null = null

  const isYoung = ({ at }: { at: number }) => Math.abs(now() - at) < DRAFT_MS_MAX
  const own = (): Stored['forms'] => {
    const all = read()
    return all?.userId === owner ? all.forms : {}
  }
  const store = (forms: Stored['forms']) => keep(Object.keys(forms).length > 0 ? { userId: owner, forms } : undefined)
  const without = (forms: Stored['forms'], isDropped: (name: string, each: Stored['forms'][string]) => boolean) =>
    Object.fromEntries(Object.entries(forms).filter(([name, each]) => !isDropped(name, each)))

  /** All drafts of the owner, also those of which only the stored part is left. */
  const all = (): ReadonlyMap<string, Held> => {
    const read = Object.entries(own()).map(([name, { at, form }]): [string, Held] => [
      name,
      { at, isGuests: false, draft: { form }, storable: form },
    ])
    return new Map([...read, ...held])
  }
  const put = (name: string, draft: Held) => {
    const { at, isGuests, storable } = draft
    held.set(name, draft)
    if (Object.keys(storable).length > 0) {
      store({ ...own(), [name]: { at, form: { ...storable }, ...(isGuests && { guest: true }) } })
    }
  }

  return {
    read: (name) => {
      const known = held.get(name)
      if (known) return isYoung(known) ? known.draft : undefined
      const kept = own()[name]
      return kept && isYoung(kept) ? { form: kept.form } : undefined
    },
    keep: (name, draft, storable, isGuests) => put(name, { at: now(), isGuests, draft, storable }),
    forget: (name) => {
      held.delete(name)
      const forms = own()
      if (name in forms) store(without(forms, (each) => each === name))
    },
    belongTo: (userId, isExpired = false) => {
      const before = owner
      if (before !== null && before !== userId) waiting = isExpired ? { userId: before, drafts: all() } : undefined
      owner = userId
      for (const [name, each] of held) {
        if (before !== userId && (before !== null || each.isGuests)) held.delete(name)
      }
      const { userId: from, forms } = read() ?? { userId, forms: {} }
      const isTaken = from === userId || from === null
      const left = isTaken
        ? without(forms, (_, each) => !isYoung(each) || (from !== userId && each.guest === true))
        : {}
      // Only a change is written: another tab may have dropped a draft that this one still reads.
      if (from !== userId || Object.keys(left).length < Object.keys(forms).length) store(left)
      if (userId === null) return
      for (const [name, each] of waiting?.userId === userId ? waiting.drafts : []) {
        if (isYoung(each) && !held.has(name)) put(name, each)
      }
      waiting = undefined
    },
  }
}
