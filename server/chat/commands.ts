import { Refusal } from '../../src/api/wire/messages.ts'
import { act } from '../audit/module.ts'
import { type Command, date, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { findUser } from '../user/module.ts'
import { answerChat, closeChat, type Listed, listChats, openChat } from './admin.ts'
import type { Chat, MessageRow } from './conversation.ts'

const LISTED_MAX = 200
const SHOWN_MAX = 200

/** Operator commands on conversations. */
export const chatCommands: readonly Command[] = [
  {
    name: 'chat list',
    args: [],
    options: [{ name: 'all', value: 'yes', about: 'also conversations in which nobody waits, newest first' }],
    about: 'Lists up to 200 conversations that wait for a reply, longest wait first.',
    admin: {
      roles: ['support'],
      as: 'queue',
      title: 'Conversations',
      of: 'chat',
      target: { since: 'waits', seconds: 3_600 },
    },
    run: async ({ platform: { db }, options }) =>
      (await listChats(db, { all: options.all !== undefined, limit: LISTED_MAX })).map((each) => ({
        id: each.id,
        user: each.user_id,
        person: each.username ?? each.email,
        account: each.status ?? 'none',
        language: each.lang,
        unseen: Number(each.unseen),
        waits: each.waiting_since === null ? null : date(each.waiting_since),
        said: lineOf(each),
        last: date(each.last_at),
      })),
  },
  {
    name: 'chat show',
    args: ['CHAT'],
    options: [],
    pictures: true,
    about:
      'Shows the newest 200 messages of a conversation, found by its id or its user. The view is logged in the audit log, and the user sees it.',
    admin: { roles: ['support'], as: 'view', title: 'Conversation', of: 'chat', follows: 'unseen' },
    run: show,
  },
  {
    name: 'chat answer',
    args: ['CHAT'],
    options: [{ name: 'text', value: 'TEXT', about: 'the reply', needed: true }],
    about: 'Replies to the user on all their devices, or by e-mail to a sender without an account.',
    admin: { roles: ['support'], as: 'act', title: 'Answer', of: 'chat' },
    run: (given) =>
      change(given, 'chat answer', 'answered', (unit, id) =>
        answerChat(unit, id, { operator: given.who, text: given.options.text ?? '' }),
      ),
  },
  {
    name: 'chat close',
    args: ['CHAT'],
    options: [why],
    about: 'Closes a conversation. The user’s next message reopens it.',
    admin: { roles: ['support'], as: 'act', title: 'Close', of: 'chat' },
    run: (given) => change(given, 'chat close', reasonOf(given), closeChat),
  },
]

const LINE_LENGTH_MAX = 80

/** The newest message in one short line. */
function lineOf({ text, hasPicture }: Pick<Listed, 'text' | 'hasPicture'>): string {
  const line = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (line.length === 0) return hasPicture ? 'A picture' : ''
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX - 1).join('')}…` : line.join('')
}

const missing = 'conversation'

/** The id of a conversation, by that or by a name of its user. */
async function idOf({ tx }: Unit, name: string): Promise<string> {
  const user = await findUser(tx, name)
  if (!user) return name
  const chat = await tx.selectFrom('chats').select('id').where('user_id', '=', user.id).executeTakeFirst()
  return chat?.id ?? name
}

async function show(given: Given): Promise<Rows> {
  const { chat, messages } = await act(
    given,
    { name: 'chat show', reason: 'looked at', missing },
    async (unit, [name = '']) => {
      const opened = await openChat(unit, await idOf(unit, name), SHOWN_MAX)
      return opened && { userId: opened.chat.user_id, result: opened }
    },
  )
  const rows = messages.map(async ({ seq, at, operator, text, picture: name, ...row }) => ({
    number: Number(seq),
    from: operator ?? chat.email ?? 'the user',
    text,
    picture: name === null ? null : ((await given.picture?.(`${chat.id}-${seq}`, name)) ?? 'yes'),
    ...(chat.email !== null && { mail: operator === null ? null : mailOf(row) }),
    // Text first: the admin console shows it in the list.
    at: date(at),
  }))
  return Promise.all(rows)
}

/** The state of an answer by e-mail. */
const mailOf = ({ mail_at, mail_fault }: Pick<MessageRow, 'mail_at' | 'mail_fault'>) =>
  mail_fault !== null ? `not sent: ${mail_fault}` : mail_at === null ? 'sent' : 'on its way'

async function change(
  given: Given,
  name: string,
  reason: string,
  work: (unit: Unit, id: string) => Promise<Chat | undefined>,
): Promise<Rows> {
  const done = await act(given, { name, reason, missing }, async (unit, [of = '']) => {
    try {
      const changed = await work(unit, await idOf(unit, of))
      return changed && { userId: changed.user_id, result: changed }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new OperatorError(
        error.key === 'configurationError'
          ? 'this server sends no e-mail (SMTP_URL): write to the sender yourself, then close the conversation'
          : '--text is empty, or longer than 2000 characters',
      )
    }
  })
  return [{ id: done.id, done: name }]
}
