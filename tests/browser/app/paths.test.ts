import type { AnyStateMachine } from 'xstate'
import { nameOf, nodesOf, transitionsOf } from '../../models/kit/paths.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { microtradeWalk } from '../walks/microtradeForm.ts'
import { sessionWalks } from '../walks/session.ts'
import { accountLangWalk, walletLinkWalk } from '../walks/signed-in.ts'
import { signInWalk } from '../walks/signIn.ts'
import { journeysOf, type Walk } from '../walks/walk.ts'
import { walletSignInWalk } from '../walks/walletSignIn.ts'

const LONG = process.env.TEST_LONG !== undefined
const led = <M extends AnyStateMachine, W>(walk: Walk<M, W>) => ({
  shows: walk.shows,
  machine: walk.machine as AnyStateMachine,
  journeys: journeysOf(walk, { each: LONG }),
})

/**
 * Of the sheet that buys, the two paths that show most are walked; of the others, one. The unit tests walk each transition of
 * the machines; `npm run test:faults` walks them here, and lets everything happen in every state.
 */
const walks = [
  led(microtradeWalk),
  led(signInWalk),
  led(walletSignInWalk),
  led(walletLinkWalk),
  led(accountLangWalk),
  ...sessionWalks.map(led),
]

/** What no person can bring about in a browser: effects that never fail there, a button that is gone, what shows nowhere. */
const UNSEEN = [
  'session.signedOut.looking on xstate.error.actor.lookForWallets #2',
  'session.signedOut.finding on xstate.error.actor.findWallets #2',
  'session.signedOut.connecting on xstate.error.actor.walletSignIn #4',
  'session.signedOut.connecting on session.connectWallet #0',
  'session.signedIn on account.wallet #4',
  'orderForm on account.order #2',
]
/** Where a code of an authenticator is asked for: each is good once, and the next one thirty seconds away. `two-factor.test.ts` goes there. */
const CODES = /^signIn\.(code|checkingCode)\b|^signIn\.submitting on xstate\.error\.actor\.signIn #1$/
/** Trading requires identity verification, which the server of these paths does not. Covered by `name-wanted.test.ts`. */
const NAMES = /^orderForm on account\.kyc #|^orderForm\.editing on account\.missed #/
/** A lock set and removed by an operator. Covered by `states.test.ts`. */
const LOCKS = /^session\.signedIn on account\.status #3$/
/** A passkey, which needs an authenticator of its own. Covered by `passkeys.test.ts`. */
const PASSKEYS = /^signIn\.(usingPasskey|checkingPasskey)\b|^signIn\S* on signIn\.(passkey|notePasskeyUse)\b/
/** A wallet that comes late, or changed its network while the page was away. Covered by `wallet-refusals.test.ts`. */
const WALLETS =
  /^session\.signedOut\.offered\b|^session\S* on session\.walletAppeared\b|^walletLink\.(right|wrong) on wallet\.chainSeen\b/
/** A saved time zone. Covered by `records.test.ts`. */
const ZONES = /^session\.signedIn\.ready on account\.info #0$/
/** States without a path here, since separate tests cover them. */
const isElsewhere = (name: string) => [CODES, PASSKEYS, WALLETS, NAMES, LOCKS, ZONES].some((each) => each.test(name))
/** Transient states. */
const PASSING = ['session.starting', 'session.signedOut.arriving']

for (const { shows, machine, journeys } of walks) {
  test.describe(shows, () => {
    const walked = LONG ? journeys : journeys.slice(0, machine === microtradeWalk.machine ? 2 : 1)
    for (const { title, isRough, go } of walked) {
      test(title, async ({ page, server, named, faults }) => {
        if (isRough) faults.allow(REFUSED, NO_ANSWER)
        await go({ page, server, named })
      })
    }
  })
}

for (const machine of new Set(walks.map(({ machine }) => machine))) {
  test(`the paths of ${machine.id} leave no state and no transition out`, () => {
    const journeys = walks.filter((walk) => walk.machine === machine).flatMap((walk) => walk.journeys)
    const [states, taken] = [journeys.flatMap((each) => each.states), journeys.flatMap((each) => each.transitions)]
    const nodes = nodesOf(machine)
    expect(
      nodes.map(({ id }) => id).filter((id) => !states.includes(id) && !PASSING.includes(id) && !isElsewhere(id)),
    ).toEqual([])
    const all = nodes.flatMap(transitionsOf).filter(({ eventType }) => eventType !== '')
    expect(
      all.map(nameOf).filter((name) => !taken.includes(name) && !UNSEEN.includes(name) && !isElsewhere(name)),
    ).toEqual([])
  })
}
