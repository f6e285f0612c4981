import { chatCommands } from '../../../server/chat/commands.ts'
import { savingTo } from '../../../server/operator/operate.ts'
import type { Rows } from '../../../server/platform/command.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { startSession } from '../../../server/user/module.ts'
import { type ChatMessage, sendChat } from '../../../src/api/account/chat.ts'
import type { TestServer } from '../harness.ts'
import { DEVICE } from '../platform.ts'

let sent = 0
/** A client id that no other message has. */
export const clientId = () => `message-of-a-test-${++sent}`

/** Runs the operator's command `chat answer CHAT` with these options. */
export function operate(
  { platform }: Pick<TestServer, 'platform'>,
  name: string,
  args: readonly string[],
  options: Record<string, string> = {},
): Promise<Rows> {
  const command = chatCommands.find((each) => each.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  const { save, ...rest } = options
  const given = { platform, who: 'ann', args, tell: () => {}, options: rest }
  return command.run(save === undefined ? given : { ...given, picture: savingTo(save, platform.store) })
}

/** Answers a user as customer service does. */
export const answer = (server: Pick<TestServer, 'platform'>, of: string, text: string) =>
  operate(server, 'chat answer', [of], { text })

/** Writes to customer service. */
export const write = async (server: TestServer, token: string, text: string): Promise<ChatMessage> =>
  (await server.ok(sendChat, { clientId: clientId(), text }, token)).message

/** Another session of someone: the first has ended where much time went by. */
export const signedInAgain = ({ platform }: TestServer, userId: string): Promise<string> =>
  commit(platform, (unit) => startSession(unit, userId, 'password', DEVICE))
