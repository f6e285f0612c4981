import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import {
  type AnyActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  emit,
  fromCallback,
  fromPromise,
  type SnapshotFrom,
  setup,
  toPromise,
} from 'xstate'
import { createClient } from '../../../src/api/client/client.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { createStepClock } from '../../models/kit/coverage.ts'
import { lostDrafts } from '../../models/kit/drafts.ts'
import { failureIn } from '../../models/kit/failures.ts'
import { DELAY, ENDING, type Happenings, nameOfPath, pathsOf } from '../../models/kit/paths.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { listen } from '../platform/device.ts'

/**
 * Walks the machine of a flow along its generated paths, with its own effects over HTTP to a real server.
 *
 * An effect begins at once and waits at a gate until the path decides how it ends: it goes through to the server; the
 * world is put so that the server refuses; or every connection is cut.
 */

/** A server that listens, and whose connections can be cut. */
export type Line = { url: string; cut(): void; mend(): void }

/** Setup of a path's walk: a new user, and the parts of the world that depend on the path. */
export type Stage<M extends AnyStateMachine> = {
  actors: Record<string, AnyActorLogic>
  /** Effects that emit events instead of a result, and whether this is their last event. */
  tellers?: Record<string, AnyActorLogic>
  isLast?(news: AnyEventObject): boolean
  input?: unknown
  /** The real input or act for an event of the model. */
  real?(event: AnyEventObject, now: SnapshotFrom<M>): AnyEventObject | Promise<AnyEventObject>
  /** Makes the server refuse with this key, and undoes that. */
  refuse(key: string): Promise<void>
  welcome(): Promise<void>
  /** The server's state once the machine is in this state. */
  expectSaid?(now: SnapshotFrom<M>, passed: readonly AnyEventObject[]): Promise<void>
}

export type Flow<M extends AnyStateMachine> = Happenings<M> & {
  shows: string
  machine: M
  /** @param inject gives the effects a client with this token */
  stage(server: TestServer, inject: (getToken: () => string | null) => void): Promise<Stage<M>>
}

/** Runs walks on one database; the tests of each call cover every database. */
export const describeFlows = (name: string, suite: (server: TestServer) => void): void =>
  describeServer(name, suite, { databases: sqliteAlone })

/** Declares a test for each path of a flow. */
export function testFlow<M extends AnyStateMachine>(server: TestServer, line: () => Line, flow: Flow<M>): void {
  for (const path of pathsOf(flow.machine, flow)) {
    it(`${flow.shows}: ${nameOfPath(path)}`, async () => {
      const { url } = line()
      const stage = await flow.stage(server, (getToken) => injectClient(url, getToken))
      const run = startRun(flow.machine, stage, line())
      const passed: AnyEventObject[] = []
      for (const { event, state } of path.steps) {
        if (event.type !== 'xstate.init') {
          await run.perform(event)
          passed.push(event)
        }
        expect(run.snapshot().value).toEqual((state as AnyMachineSnapshot).value)
        expect(failed(run.snapshot())).toEqual(failed(state as AnyMachineSnapshot))
        await stage.expectSaid?.(run.snapshot() as SnapshotFrom<M>, passed)
      }
      run.stop()
    })
  }
}

/** Whether a form was refused, and the server's reason. */
const failed = (now: AnyMachineSnapshot) => {
  const failure = failureIn(now)
  return failure && (failure.refusal?.key ?? 'unanswered')
}

/** Opens a server to connections from outside. */
export async function openLine({ app: { http } }: TestServer): Promise<Line> {
  const port = await listen(http)
  let isCut = false
  http.server.on('connection', (socket: Socket) => {
    if (isCut) socket.destroy()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      isCut = true
      http.server.closeAllConnections()
    },
    mend: () => {
      isCut = false
    },
  }
}

const injectClient = (url: string, getToken: () => string | null) => {
  const client = createClient({
    fetch: (path, init) => fetch(`${url}/${String(path)}`, init),
    sendForm: async (path, form, headers, onProgress, signal) => {
      const answer = await fetch(`${url}/${path}`, { method: 'POST', body: form, headers, signal })
      onProgress(1)
      return answer.text()
    },
    getToken,
    getLang: () => 'en',
    notify: () => {},
    onSessionDead: () => {},
    onLoading: () => {},
  })
  inject({ client, drafts: lostDrafts, now: Date.now, zone: () => 'UTC' })
}

function startRun<M extends AnyStateMachine>(machine: M, stage: Stage<M>, line: Line) {
  const gates = new Map<string, { open(): void; ended: Promise<unknown> }>()
  const gated = ([src, logic]: [string, AnyActorLogic]) => [
    src,
    fromPromise(({ input, self }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const ended = promise.then(() => {
        const real = createActor(logic, { input: input as never })
        real.subscribe({ error: () => {} })
        const end = toPromise(real)
        real.start()
        return end
      })
      gates.set(self.id, { open: resolve, ended: ended.then(noop, noop) })
      return ended
    }),
  ]
  const telling = ([src, logic]: [string, AnyActorLogic]) => [
    src,
    fromCallback<AnyEventObject, unknown>(({ input, self, sendBack }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const told = Promise.withResolvers<void>()
      const relay = createActor(createRelay(logic, input), { systemId: src })
      relay.on('*', (news) => {
        sendBack(news)
        if (stage.isLast?.(news)) told.resolve()
      })
      promise.then(() => relay.start())
      gates.set(self.id, { open: resolve, ended: told.promise })
      return () => relay.stop()
    }),
  ]
  const provided = machine.provide({
    actors: Object.fromEntries([
      ...Object.entries(stage.actors).map(gated),
      ...Object.entries(stage.tellers ?? {}).map(telling),
    ]),
  } as never)
  const steps = createStepClock(() => actor.system.getSnapshot()._scheduledEvents)
  const actor = createActor(provided as AnyStateMachine, { input: stage.input, clock: steps.clock as never })
  actor.start()

  const end = async (id: string, { error }: AnyEventObject) => {
    const gate = gates.get(id)
    if (!gate) throw new Error(`${id} is not under way`)
    gates.delete(id)
    const key = error?.refusal?.key
    if (key !== undefined) await stage.refuse(key)
    else await stage.welcome()
    const isLost = error !== undefined && key === undefined
    if (isLost) line.cut()
    gate.open()
    await gate.ended
    if (isLost) line.mend()
    await new Promise(setImmediate)
  }
  return {
    snapshot: (): AnyMachineSnapshot => actor.getSnapshot(),
    stop: () => actor.stop(),
    perform: async (event: AnyEventObject) => {
      const id = ENDING.exec(event.type)?.[1] ?? (stage.isLast?.(event) ? [...gates.keys()].at(-1) : undefined)
      if (id !== undefined) return end(id, event)
      if (DELAY.test(event.type)) return steps.pass(event.type)
      actor.send((await stage.real?.(event, actor.getSnapshot() as SnapshotFrom<M>)) ?? event)
    },
  }
}

/** Runs an effect that emits events, and emits these. */
const createRelay = (logic: AnyActorLogic, input: unknown) =>
  setup({ actors: { logic }, types: { emitted: {} as AnyEventObject } }).createMachine({
    invoke: { src: 'logic', input: input as never },
    on: { '*': { actions: emit(({ event }) => event) } },
  })

const noop = () => {}
