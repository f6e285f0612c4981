/** A code that went out. `sentAt`: ms since the epoch. `code`: itself, while money is paper. */
export type SentPaperCode = { sentAt: number; code: string | null }
