import * as v from 'valibot'
import { type MessageKey, messages } from './messages.ts'

/** The key of a message, as the reason of a refusal. */
export const messageKey = v.picklist(Object.keys(messages) as [MessageKey, ...MessageKey[]])
