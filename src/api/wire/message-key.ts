import * as v from 'valibot'
import { type MessageKey, messages } from './messages.ts'

/** The key of a message: what a call would be refused with. */
export const messageKey = v.picklist(Object.keys(messages) as [MessageKey, ...MessageKey[]])
