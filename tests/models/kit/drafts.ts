import { inject } from '../../../src/machines/actors/call.ts'
import { createDrafts, type Drafts } from '../../../src/machines/actors/drafts.ts'

/** Fake drafts that are lost at once: each form begins empty. */
export const lostDrafts: Drafts = { read: () => undefined, keep: () => {}, forget: () => {}, belongTo: () => {} }

/** A device with one stored value, whose page can be reloaded. */
export function createDraftDevice() {
  let text: string | undefined
  let writes = 0
  let nowMs = 1_700_000_000_000
  const open = (userId: string | null) => {
    const drafts = createDrafts({
      read: () => text && JSON.parse(text),
      keep: (all) => {
        writes++
        text = all && JSON.stringify(all)
      },
      now: () => nowMs,
    })
    drafts.belongTo(userId)
    inject({ drafts })
    return drafts
  }
  return {
    /** Loads the page again, for a user or a guest. */
    open,
    stored: () => text,
    /** How often the stored value was written. */
    writes: () => writes,
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}
