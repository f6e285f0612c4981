import { eventsOf, type Module } from '../../server/module.ts'
import { modules } from '../../server/modules.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Call } from '../../src/api/wire/call.ts'
import { serverFrameOf } from '../../src/api/wire/frames.ts'

/** Stands for all that routes are made of, but never called here. */
const anything: never = new Proxy(() => undefined, { get: () => anything, apply: () => anything }) as never
const platform = new Proxy({ modules } as Platform, { get: (own, name) => Reflect.get(own, name) ?? anything })
const parts = { platform, market: anything, passwords: anything, collect: anything, relief: anything, slice: anything }

/** The calls that a module serves. */
export const callsOf = (module: Module): readonly Call[] => (module.routes?.(parts) ?? []).map(({ call }) => call)

/** Every call of the API. */
export const calls: readonly Call[] = modules.flatMap(callsOf)

/** The server's messages, with the events of its modules. */
export const serverFrame = serverFrameOf(eventsOf(modules))
