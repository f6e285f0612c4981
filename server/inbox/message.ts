import type { MessageKey, MessageParams } from '../../src/api/wire/messages.ts'
import type { MessageKind } from '../../src/rules/account/notifications.ts'

/** A message to a user: a catalogue text, or an operator's own text. */
export type Message = { kind: MessageKind; key: MessageKey; params: MessageParams } | { text: string }
