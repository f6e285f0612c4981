import { assign, fromPromise, setup } from 'xstate'
import { getRealInfo, type Kyc } from '../../api/account/kyc.ts'
import { type PayPasswordInfo, payPassword } from '../../api/account/safe.ts'
import { send } from '../actors/call.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

/** The account's security settings, as far as loaded. */
export type Guards = { bound: PayPasswordInfo; kyc: Kyc }

/** The account's security settings and the state of identity verification. */
export const securityMachine = setup({
  types: {
    context: {} as { guards: Guards | null },
    events: {} as { type: 'account.kyc'; kyc: Kyc } | { type: 'account.missed' },
    children: {} as { load: 'loadGuards' },
  },
  actors: {
    loadGuards: loadFirstBy(
      fromPromise<Guards>(async ({ signal }) => {
        const bound = send(payPassword, { action: 'state' }, { signal })
        const [kyc] = await Promise.all([send(getRealInfo, {}, { signal }), bound])
        return { bound: await bound, kyc }
      }),
    ),
    watchAccount,
  },
  actions: {
    keep: assign((_, { output }: { output: Guards }) => ({ guards: output })),
    note: assign(({ context: { guards } }, { kyc }: { kyc: Kyc }) => ({
      guards: guards && { ...guards, kyc },
    })),
  },
}).createMachine({
  id: 'security',
  description: 'The account’s security settings, for the list of missing ones.',
  context: { guards: null },
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadGuards',
        id: 'load',
        onDone: { target: 'ready', actions: withEvent('keep') },
      },
    },
    ready: {
      on: {
        'account.kyc': { actions: withEvent('note') },
        'account.missed': 'loading',
      },
    },
  },
})
