import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { callsLimit, personLimit } from '../../server/platform/http/calls.ts'
import type { RuleDescription } from '../../server/platform/http/describe-rules.ts'
import type { openapi } from '../../server/platform/http/openapi.ts'
import type { Throttle } from '../../server/platform/throttle.ts'

/** The path of the call that is being answered. */
const calling = new AsyncLocalStorage<string>()
channel('tracing:fastify.request.handler:start').bindStore(calling, (message) => {
  const { route } = message as { route: { url: string; method: string } }
  return route.url
})

/** Limits shared by all calls. */
const OF_ALL = [callsLimit.name, personLimit.name]

/** Records which rate limits each call uses. `undeclared`: those missing in its document. */
export function watchLimits(throttle: Throttle) {
  const taken = new Set<string>()
  return {
    throttle: {
      ...throttle,
      take: (limit, key, points) => {
        const url = calling.getStore()
        if (url !== undefined && !OF_ALL.includes(limit.name)) taken.add(`${url}: ${limit.name}`)
        return throttle.take(limit, key, points)
      },
    } satisfies Throttle,
    /** @param document the server's document, if that of the same modules is not known */
    async undeclared(modules: object, document: () => Promise<ReturnType<typeof openapi>>): Promise<string[]> {
      const told = toldBy.get(modules) ?? toldIn(await document())
      toldBy.set(modules, told)
      return [...taken].filter((each) => !told.has(each)).sort()
    },
  }
}

/** Contents of documents, by the list of modules they were made from. */
const toldBy = new WeakMap<object, ReadonlySet<string>>()

const toldIn = (document: ReturnType<typeof openapi>): ReadonlySet<string> =>
  new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods as Record<string, { 'x-rules'?: readonly RuleDescription[] }>).flatMap((operation) =>
        (operation['x-rules'] ?? []).flatMap(({ limits }) => limits.map(({ name }) => `/api${path}: ${name}`)),
      ),
    ),
  )
