import { newName, registerName } from './api.ts'
import { test as base, NO_ANSWER, REFUSED } from './fixtures.ts'
import { optionWalk } from './walks/option.ts'
import { sessionWalks } from './walks/session-walks.ts'
import { signInWalk } from './walks/signIn.ts'
import { type Journey, journeysOf } from './walks/walk.ts'
import { walletSignInWalk } from './walks/walletSignIn.ts'

const test = base.extend<object, { named: string }>({
  named: [
    async ({ server }, use) => {
      const username = newName()
      await registerName(server.url, username)
      await use(username)
    },
    { scope: 'worker' },
  ],
})

const all: [string, Journey[]][] = [
  [signInWalk.shows, journeysOf(signInWalk)],
  [walletSignInWalk.shows, journeysOf(walletSignInWalk)],
  [optionWalk.shows, journeysOf(optionWalk)],
  ...sessionWalks.map((walk): [string, Journey[]] => [walk.shows, journeysOf(walk)]),
]

for (const [shows, journeys] of all) {
  test.describe(shows, () => {
    for (const journey of journeys) {
      test(journey.title, async ({ page, server, named, faults }) => {
        faults.allow(REFUSED, NO_ANSWER)
        await journey.go({ page, server, named })
      })
    }
  })
}
