import type { FastifyInstance } from 'fastify'
import { TOTP, URI } from 'otpauth'
import { operatorCommands } from '../../../server/admin/commands.ts'
import { createAdmin } from '../../../server/admin/module.ts'
import type { Role } from '../../../server/platform/command.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { createMemoryThrottle } from '../../../server/platform/throttle.ts'
import { createPasswords } from '../../../server/security/module.ts'
import type { ManualClock } from '../manual-clock.ts'
import { createTestRandom } from '../platform.ts'

export const PASSWORD = 'correct horse 9 battery'
export const ORIGIN = 'http://localhost:8090'

/** An answer of the admin console: its status, its body, and the cookie that came with it. */
export type Answer = { status: number; body: Record<string, unknown>; cookie: string | undefined }

export type Admin = {
  http: FastifyInstance
  post(path: string, body: object, cookie?: string, headers?: Record<string, string>): Promise<Answer>
  get(path: string, cookie?: string, headers?: Record<string, string>): Promise<Answer & { raw: Buffer }>
  /** A signed-in operator's cookie. An authenticator's code is valid once: the clock advances by one period. */
  signIn(name: string): Promise<string>
  /** Does a command: `chat answer CHAT`, with its options. */
  act(cookie: string, command: string, args?: readonly string[], options?: Record<string, string>): Promise<Answer>
}

const QUICK = { cost: 2 ** 10 }
const manageCommands = operatorCommands((random) => createPasswords(random, QUICK))

type Of = { platform: Platform; clock: ManualClock }

/** The command line's output about an authenticator, by name. */
const uris = new Map<string, string>()

/** Runs an operator command that prompts for a password. */
export async function manage({ platform }: Pick<Of, 'platform'>, name: string, args: string[], password = PASSWORD) {
  const [of = '', roles] = args
  const command = manageCommands.find((each) => each.name === name)
  if (!command) throw new Error(`no command ${name}`)
  const options: Record<string, string> = roles === undefined ? {} : { roles }
  const given = { platform, who: 'root', args: [of], options, tell: () => {}, secret: async () => password }
  const rows = await command.run(given)
  const uri = rows[0]?.authenticator
  if (typeof uri === 'string') uris.set(of, uri)
  return rows
}

/** The code that an operator's authenticator shows now, or `steps` of half a minute from now. */
export function codeOf(name: string, clock: ManualClock, steps = 0): string {
  const totp = URI.parse(uris.get(name) ?? '')
  if (!(totp instanceof TOTP)) throw new Error(`no authenticator of ${name}`)
  return totp.generate({ timestamp: clock.now() + steps * 30_000 })
}

/** The admin console over a server's platform, with limits as they are, and config as a test wants it. */
export async function openAdmin(
  { platform, clock }: Of,
  { pages, ...config }: Partial<Platform['config']> & { pages?: string } = {},
): Promise<Admin> {
  const own = { ...platform, config: { ...platform.config, ...config }, throttle: createMemoryThrottle(clock) }
  const http = await createAdmin(own, { passwords: createPasswords(createTestRandom(), QUICK), pages })
  const ask = async (method: 'GET' | 'POST', path: string, more: object) => {
    const answer = await http.inject({ method, url: path, ...more })
    const [cookies = ''] = [answer.headers['set-cookie'] ?? ''].flat()
    const [cookie] = cookies.split(';')
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const body = (isJson ? answer.json() : {}) as Record<string, unknown>
    return { status: answer.statusCode, body, cookie: cookie || undefined, raw: answer.rawPayload }
  }
  const withCookie = (cookie?: string) => (cookie === undefined ? {} : { cookie })
  const admin: Admin = {
    http,
    post: (path, body, cookie, headers = {}) =>
      ask('POST', path, {
        headers: { host: new URL(ORIGIN).host, origin: ORIGIN, ...withCookie(cookie), ...headers },
        payload: body,
      }),
    get: (path, cookie, headers = {}) =>
      ask('GET', path, { headers: { host: new URL(ORIGIN).host, ...withCookie(cookie), ...headers } }),
    signIn: async (name) => {
      clock.jump(30_000)
      const answer = await admin.post('/desk/sign-in', { name, password: PASSWORD, code: codeOf(name, clock) })
      if (answer.status !== 200 || !answer.cookie) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
      return answer.cookie
    },
    act: (cookie, command, args = [], options = {}) => admin.post('/desk/act', { command, args, options }, cookie),
  }
  return admin
}

/** A new operator, signed in to the admin console. */
export async function atWork(of: Of, admin: Admin, name: string, ...roles: Role[]): Promise<string> {
  await manage(of, 'desk add', [name, roles.join(',')])
  return admin.signIn(name)
}
