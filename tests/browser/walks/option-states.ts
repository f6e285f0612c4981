import { expect } from '@playwright/test'
import { getInfo } from '../../../src/api/wallet.ts'
import type { optionOrderMachine } from '../../../src/machines/optionOrder.ts'
import messages from '../../../src/ui/i18n/locales/en/messages.json' with { type: 'json' }
import { call } from '../api.ts'
import { words } from '../words.ts'
import { ordersOf, type World } from './option-world.ts'
import type { Walk } from './walk.ts'

const sheet = ({ page }: World) => page.getByRole('dialog', { name: 'Buy up BTC' })
const form = (world: World) => sheet(world).getByRole('form', { name: words['option.form'] })
const confirm = (world: World) => form(world).locator('button[type="submit"]')
const checkNow = (world: World) => sheet(world).getByRole('button', { name: words['option.checkNow'] })
const results = ['won', 'lost', 'drawn', 'unexpected'] as const
const ENDED = new RegExp(`^(${results.map((result) => words[`orders.result.${result}`]).join('|')})$`)

/** Nothing but an answer closes the sheet now. */
const staysOpen = async (world: World) => {
  await world.page.keyboard.press('Escape')
  await expect(sheet(world)).toBeVisible()
}

/** What the page shows in each state of the option's sheet. */
export const optionStates: Walk<typeof optionOrderMachine, World>['states'] = {
  loading: async (world) => {
    await expect(sheet(world).getByRole('status').filter({ hasText: words['page.loading'] })).toBeVisible()
    await expect(form(world)).toBeHidden()
  },
  failed: (world) => expect(sheet(world).getByRole('alert').filter({ hasText: words['option.failed'] })).toBeVisible(),
  editing: async (world, now) => {
    const { errors, refusal, form: typed } = now.context
    const amount = form(world).getByLabel(words['option.amount'])
    await expect(amount).toHaveValue(typed.amount)
    const isWrong = refusal?.field === 'amount' || (typed.amount !== '' && errors.amount !== undefined)
    await expect(form(world).locator('input[aria-invalid="true"]')).toHaveCount(isWrong ? 1 : 0)
    if (refusal && refusal.field === null)
      await expect(form(world)).toContainText(messages[refusal.key ?? 'serverError'])
    await expect(form(world).locator('button[type="submit"][aria-disabled="true"]')).toHaveCount(
      now.can({ type: 'order.confirm' }) ? 0 : 1,
    )
  },
  submitting: async (world) => {
    await expect(confirm(world)).toHaveAttribute('aria-busy', 'true')
    await staysOpen(world)
  },
  uncertain: async (world) => {
    await expect(sheet(world).getByText(words['option.checking'])).toBeVisible()
    await expect(checkNow(world)).toBeVisible()
    await staysOpen(world)
  },
  'uncertain.asking': (world) => expect(checkNow(world)).toHaveAttribute('aria-busy', 'true'),
  unknown: async (world) => {
    await expect(sheet(world).getByText(words['option.unknown'])).toBeVisible()
    await expect(sheet(world).getByRole('link', { name: words['option.seeOrders'] })).toBeVisible()
  },
  tracking: async (world) => {
    await expect.poll(async () => (await ordersOf(world)).length).toBe(world.taken.size)
    await expect(sheet(world).getByRole('button', { name: words['option.another'] })).toBeVisible()
  },
  'tracking.accepted': ({ said }) => said.heard(words['orders.result.accepted']),
  'tracking.open': (world) => expect(sheet(world).getByRole('timer')).toBeVisible(),
  'tracking.settled': async (world) => {
    await expect(sheet(world).getByText(ENDED)).toBeVisible({ timeout: 45_000 })
    await expect(sheet(world).getByRole('link', { name: words['option.seeReceipt'] })).toBeVisible()
    const [order] = await ordersOf(world)
    const wallet = await call(world.server.url, getInfo, {}, world.someone.token)
    expect(words[`orders.result.${order?.state ?? 'open'}`]).toBe(await sheet(world).getByText(ENDED).textContent())
    expect(Number(wallet.balance)).toBe(10_000 - Number(order?.amount) + Number(order?.payout))
  },
  closed: (world) => expect(world.page.getByRole('dialog')).toBeHidden(),
}
