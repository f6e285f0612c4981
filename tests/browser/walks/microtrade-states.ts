import { expect } from '@playwright/test'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { type MicrotradeActor, validateMicrotradeNow } from '../../../src/machines/trade/microtradeForm.ts'
import type { orderFormMachine } from '../../../src/machines/trade/orderForm.ts'
import messages from '../../../src/ui/i18n/locales/en/messages.json' with { type: 'json' }
import { call } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { words } from '../kit/labels.ts'
import { ordersOf, type World } from './microtrade-world.ts'
import type { Walk } from './walk.ts'

const sheet = ({ page }: World) => page.getByRole('dialog', { name: 'BTC/USDT Up' })
const form = (world: World) => sheet(world).getByRole('form', { name: words['microtrade.form'] })
const confirm = (world: World) => form(world).locator('button[type="submit"]')
const checkNow = (world: World) => sheet(world).getByRole('button', { name: words['once.checkNow'] })
const results = ['won', 'lost', 'drawn', 'unexpected'] as const
const ENDED = new RegExp(`^(${results.map((result) => words[`orders.result.${result}`]).join('|')})$`)

/** Only an answer closes the sheet now. */
const staysOpen = async (world: World) => {
  await world.page.keyboard.press('Escape')
  await expect(sheet(world)).toBeVisible()
}

/** What the page shows in each state of the option's sheet. */
export const microtradeStates: Walk<typeof orderFormMachine, World>['states'] = {
  loading: async (world) => {
    await expect(sheet(world).getByRole('status').filter({ hasText: words['page.loading'] })).toBeVisible()
    await expect(form(world)).toBeHidden()
  },
  failed: (world) =>
    expect(sheet(world).getByRole('alert').filter({ hasText: words['microtrade.failed'] })).toBeVisible(),
  editing: async (world, now) => {
    const order = now.context as ReturnType<MicrotradeActor['getSnapshot']>['context']
    const { failure, form: typed } = order
    const { errors } = validateMicrotradeNow(order)
    const refusal = failure?.refusal
    // While sending, it looks the same except for this, and does not close.
    await expect(confirm(world)).not.toHaveAttribute('aria-busy', 'true')
    const amount = form(world).getByLabel(words['orders.stake'])
    await expect(amount).toHaveValue(typed.amount)
    const isWrong = failure?.field === 'amount' || (typed.amount !== '' && errors.amount !== undefined)
    await expect(form(world).locator('input[aria-invalid="true"]')).toHaveCount(isWrong ? 1 : 0)
    if (refusal && failure.field === null)
      await expect(form(world)).toContainText(messages[refusal.key ?? 'serverError'])
    await expect(form(world).locator('button[type="submit"][aria-disabled="true"]')).toHaveCount(
      now.can({ type: 'form.confirm' }) ? 0 : 1,
    )
  },
  'submitting.sending': async (world) => {
    await expect(confirm(world)).toHaveAttribute('aria-busy', 'true')
    await staysOpen(world)
  },
  'submitting.uncertain': async (world) => {
    await expect(sheet(world).getByText(words['microtrade.checking'])).toBeVisible()
    await expect(checkNow(world)).toBeVisible()
    await staysOpen(world)
  },
  unknown: async (world) => {
    await expect(sheet(world).getByText(words['once.unknown'])).toBeVisible()
    await expect(sheet(world).getByRole('link', { name: words['microtrade.seeOrders'] })).toBeVisible()
  },
  ordered: async (world) => {
    await expect(sheet(world)).toBeHidden()
    await expect.poll(async () => (await ordersOf(world)).length).toBe(world.taken.size)
    const card = world.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: world.page.getByRole('timer') })
    await expect(card).toHaveCount(world.taken.size)
    await world.page.clock.fastForward(await passPeriod(world.server, world.someone.token))
    await expect(world.page.getByRole('main').getByText(ENDED)).toHaveCount(world.taken.size)
    const [order] = await ordersOf(world)
    const wallet = await call(world.server.url, getInfo, {}, world.someone.token)
    const shown = world.page.getByRole('main').getByText(ENDED).first()
    expect(words[`orders.result.${order?.state ?? 'open'}`]).toBe(await shown.textContent())
    expect(Number(wallet.balance)).toBe(10_000 - Number(order?.amount) + Number(order?.payout))
  },
  closed: (world) => expect(world.page.getByRole('dialog')).toBeHidden(),
}
