import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import * as api from '../../api/money/plan.ts'
import { getInfo } from '../../api/money/wallet.ts'
import { result } from '../../api/wire/answer.ts'
import { checkRate, PLAN_CURRENCY, PLAN_DAYS } from '../../rules/plan/plan.ts'
import type { PlanOffer } from '../money/planForm.ts'
import type { PlanRate, RateFound } from '../money/rateCheck.ts'
import type { LoadCover } from './call.ts'
import type { Sha256 } from './sha256.ts'

/** The plan of a tier with its daily rates, and the available balance. `plan`: null if the tier has no offer. */
export const createLoadPlanOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<PlanOffer, { tier: string }>(async ({ input: { tier }, signal }) => {
    const [plans, wallet, cover] = await Promise.all([
      client.call(api.project, {}, { signal }),
      client.call(getInfo, { currency: PLAN_CURRENCY }, { signal }),
      loadCover(signal),
    ])
    const plan = result(plans).find((each) => each.tier === tier) ?? null
    const days = plan ? result(await client.call(api.days, { pid: plan.id, limit: PLAN_DAYS }, { signal })) : []
    return { plan, days, available: result(wallet).available, cover }
  })

/** The days of an order so far, newest first. */
export const createLoadPlanDays = (client: Client) =>
  fromPromise<readonly api.PlanDay[], { order: api.PlanOrder | null }>(async ({ input: { order }, signal }) => {
    if (!order || order.firstDay === null || order.daysAccrued === 0) return []
    const { plan: pid, firstDay, daysAccrued } = order
    return result(
      await client.call(api.days, { pid, before: firstDay + daysAccrued, limit: daysAccrued }, { signal, quiet: true }),
    )
  })

/** Recomputes the rate of a day on this device, from the revealed link of the hash chain. */
export const createCheckRate = (client: Client, loadSha256: () => Promise<Sha256>) =>
  fromPromise<RateFound, PlanRate>(async ({ input: { pid, end, day, ratePpm, ...range }, signal }) => {
    const [found] = result(await client.call(api.days, { pid, before: day + 1, limit: 1 }, { signal, quiet: true }))
    if (!found || found.day !== day || found.link === null) return { verdict: 'hidden', link: null }
    const { link } = found
    return { verdict: checkRate({ day, link, ratePpm, end }, range, await loadSha256()), link }
  })
