import { assign, fromPromise, setup } from 'xstate'
import { askAdmin } from '../actors/ask-admin.ts'
import { withEvent } from '../parts/with-event.ts'
import { type AdminCommand, AdminError, type Asked, type Done } from './wire.ts'

const UNKNOWN = 'No answer came: it may have been done. Look again before you repeat it.'

type Context = {
  command: AdminCommand
  /** Values from its row; typed if the act has no row. */
  args: readonly string[]
  values: Readonly<Record<string, string>>
  failure: string | null
  done: Done | null
}

const askedOf = ({ command, args, values }: Context): Asked => ({
  command: command.name,
  args: command.creates ? command.args.map((name) => values[name]?.trim() ?? '') : args,
  options: Object.fromEntries(
    command.options.flatMap(({ name }) => ((values[name] ?? '').trim() === '' ? [] : [[name, values[name] ?? '']])),
  ),
})

/** An operator's act: its fields are filled in, and it is executed once, or awaits a second operator. */
export const adminActMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'command' | 'args'>,
    events: {} as { type: 'act.change'; field: string; value: string } | { type: 'act.submit' } | { type: 'act.close' },
    tags: {} as 'busy',
  },
  actors: {
    act: fromPromise(({ input }: { input: Asked }) => askAdmin<Done>('act', input)),
  },
  actions: {
    change: assign(({ context: { values } }, { field, value }: { field: string; value: string }) => ({
      values: { ...values, [field]: value },
      failure: null,
    })),
    keep: assign((_, { output }: { output: Done }) => ({ done: output })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      // An act with unknown outcome must not be retried, or it might run twice.
      failure: error instanceof AdminError ? error.message : UNKNOWN,
    })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isWhole: ({ context: { command, values } }) =>
      [
        ...(command.creates ? command.args : []),
        ...command.options.flatMap(({ name, needed }) => (needed ? [name] : [])),
      ].every((name) => (values[name] ?? '').trim() !== ''),
  },
}).createMachine({
  id: 'adminAct',
  description: 'An operator’s act, with its reason.',
  context: ({ input }) => ({ ...input, values: {}, failure: null, done: null }),
  initial: 'open',
  states: {
    open: {
      on: {
        'act.change': { actions: withEvent('change') },
        'act.submit': { guard: 'isWhole', target: 'acting' },
        'act.close': 'closed',
      },
    },
    acting: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'act',
        id: 'act',
        input: ({ context }) => askedOf(context),
        onDone: { target: 'done', actions: withEvent('keep') },
        onError: {
          description: 'Without an answer, the list shows whether it was done.',
          target: 'open',
          actions: withEvent('noteFailure'),
        },
      },
    },
    done: { on: { 'act.close': 'closed' } },
    closed: { type: 'final' },
  },
})
