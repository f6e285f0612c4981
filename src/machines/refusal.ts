import type { MessageKey, MessageParams } from '../api/messages.ts'

/** A refusal as the server gave it. `key` is null where its text is not in the catalogue; `text` is its source text. */
export type RefusalInfo = { key: MessageKey | null; params: MessageParams; text: string }

/** What an effect throws where the server answered, and said no. Anything else that it throws means that no answer came. */
export class ServerRefusal extends Error {
  readonly info: RefusalInfo

  constructor(info: RefusalInfo) {
    super(info.text)
    this.name = 'ServerRefusal'
    this.info = info
  }
}

/** The key of a refusal, or null where the error is none, or has none. */
export const refusalKey = (error: unknown): MessageKey | null =>
  error instanceof ServerRefusal ? error.info.key : null
