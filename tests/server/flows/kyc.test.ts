import { NEVER } from 'rxjs'
import { beforeAll, expect } from 'vitest'
import type { AnyActorLogic, SnapshotFrom } from 'xstate'
import { decideKyc } from '../../../server/kyc/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { getRealInfo, type Kyc } from '../../../src/api/account/kyc.ts'
import { events as eventsCall } from '../../../src/api/wire/events.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { kycFormMachine } from '../../../src/machines/user/kycForm.ts'
import { refused, unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import type { TestServer } from '../harness.ts'
import { photo, submit } from '../kyc/support.ts'
import { byLock, effectsOf, endings, locked, person, typing } from './support.ts'
import { describeFlows, type Line, openLine, testFlow } from './walk.ts'

const one = (state: Kyc['state']): Kyc => ({
  state,
  status: null,
  country: null,
  firstName: null,
  lastName: null,
  certificate: null,
  number: null,
  reason: null,
  submittedAt: null,
  decidedAt: null,
})
const states = ['notSubmitted', 'pendingReview', 'verified', 'refused'] as const
const loaded = states.map((state) =>
  done('load', { kyc: one(state), countries: ['GB'], neededFor: 'trading', reviewSeconds: 30 }),
)
const decided = (['verified', 'refused'] as const).map((state) => ({
  type: 'account.kyc',
  kyc: one(state),
}))
const empty = new File([], 'photo.jpg')
const steps = [
  ...typing('kyc.change', { country: 'GB', firstName: ' Ada ', lastName: 'Lovelace', number: 'to be replaced' }),
  { type: 'kyc.choosePhoto', side: 'front', photo: empty },
  { type: 'kyc.choosePhoto', side: 'back', photo: empty },
]

type Now = SnapshotFrom<typeof kycFormMachine>

/** How many of the fields are filled in, in their order. */
const filledOf = ({ form, photos }: Now['context']) =>
  [form.country, form.firstName, form.lastName, form.number, photos.front, photos.back].filter(Boolean).length

/** The loaded data is the server's: initially, after a submission elsewhere, or from the last event. */
const loadable = ({ form, kyc }: Now['context']) =>
  form.number !== '' ? 'pendingReview' : (kyc?.state ?? 'notSubmitted')

describeFlows('the identity verification flow, over HTTP', (server) => {
  let opened: Line
  beforeAll(async () => {
    opened = await openLine(server)
  })

  testFlow(server, () => opened, {
    shows: 'showing who one is',
    machine: kycFormMachine,
    events: [
      ...loaded,
      ...steps,
      { type: 'kyc.submit' },
      { type: 'photo.uploaded', id: 'an-id' },
      { type: 'photo.failed', error: locked },
      { type: 'photo.failed', error: unanswered },
      ...endings('submitKyc', one('pendingReview')),
      failed('submitKyc', refused('idNumberUsed')),
      failed('submitKyc', refused('alreadyApplied')),
      ...decided,
      { type: 'account.missed' },
      { type: 'kyc.again' },
    ],
    canHappen: (event, now) => {
      const { context } = now
      const step = steps.indexOf(event as (typeof steps)[number])
      if (step >= 0) return now.matches('form') && filledOf(context) === step
      if (loaded.includes(event)) return event.output.kyc.state === loadable(context)
      if (event.type === 'kyc.submit')
        return [0, steps.length].includes(filledOf(context)) && context.failure?.refusal?.key !== 'idNumberUsed'
      if (event.type.startsWith('photo.')) return now.matches('submitting') && !now.matches({ submitting: 'sending' })
      if (event.type === 'account.missed') return now.matches('status') && context.form.number === ''
      return event.type !== 'account.kyc' || (now.matches('status') && isPending(now))
    },
    distinct: (context) => [filledOf(context), context.ids, context.kyc?.state],
    stage: (_, makeClient) => stageOf(server, makeClient),
  })
})

const isPending = ({ context }: Now) => context.kyc?.state === 'pendingReview'

async function stageOf(server: TestServer, makeClient: Parameters<Parameters<typeof testFlow>[2]['stage']>[1]) {
  const { id, token } = await person(server)
  makeClient(() => token)
  inject({ account: { event$: NEVER, missed$: NEVER } })
  const { uploadPhoto, watchAccount, ...actors } = effectsOf(kycFormMachine)
  const lock = byLock(server, id)
  let number = ''
  return {
    actors,
    tellers: { uploadPhoto, watchAccount } as Record<string, AnyActorLogic>,
    isLast: ({ type }: { type: string }) => type === 'photo.uploaded' || type === 'photo.failed',
    ...lock,
    refuse: async (key: string) => {
      if (key === 'alreadyApplied') await submit(server, token)
      else if (key === 'idNumberUsed') await submit(server, (await server.person()).token, { number })
      else await lock.refuse()
    },
    real: async (event: { type: string; [field: string]: unknown }, { context }: Now) => {
      if (event.type === 'kyc.choosePhoto')
        return { ...event, photo: new File([new Uint8Array(await photo())], 'photo.jpg') }
      if (event.field === 'number') {
        number = `P${server.platform.ids()}`
        return { ...event, value: number }
      }
      if (event.type !== 'account.kyc') return event
      const { state } = event.kyc as Kyc
      const row = await server.platform.db
        .selectFrom('kyc')
        .select('id')
        .where('user_id', '=', id)
        .where('state', '=', context.kyc?.state as 'pendingReview')
        .executeTakeFirstOrThrow()
      const decision =
        state === 'verified' ? { verified: true as const } : { verified: false as const, reason: 'Blurred' }
      await commit(server.platform, (unit) => decideKyc(unit, row.id, decision))
      const told = await server.ok(eventsCall, { after: 0 }, token)
      return { ...event, kyc: told.findLast(({ kind }) => kind === 'kyc')?.body }
    },
    expectSaid: async (now: Now) => {
      if (!now.matches('status')) return
      const { state } = await server.ok(getRealInfo, {}, token)
      expect(state).toBe(now.context.kyc?.state)
    },
  }
}
