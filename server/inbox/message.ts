import type { MessageKey, MessageParams } from '../../src/api/messages.ts'
import type { MessageKind } from '../../src/rules/notifications.ts'

/** What a user is told: a text of the catalogue, or an operator's own words. */
export type Message = { kind: MessageKind; key: MessageKey; params: MessageParams } | { text: string }
