import { payPassword } from '../../../src/api/account/safe.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { becomeKnown, call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { checking, leaveAndReload, PHONE, secondTab } from '../kit/journey.ts'
import { expectNotice } from '../kit/notices.ts'

test.use({ baseURL: async ({ slow }, use) => use(slow.url), viewport: PHONE })

const PAY_PASSWORD = 'Money Leaves 1'

test('journey: a withdrawal keeps its amount but no password, is made once, and another tab shows it', async ({
  page,
  context,
  slow: server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const { url } = server
  const token = await registerName(url, newName())
  await becomeKnown(server, token)
  const set = { action: 'set' as const, password: PAY_PASSWORD, confirm: PAY_PASSWORD, proof: { password: PASSWORD } }
  await call(url, payPassword, set, token)
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const cold = { network: 'ethereum', address, label: 'Cold wallet', payPassword: PAY_PASSWORD } as const
  await call(url, api.addAddress, cold, token)
  await keepToken(page, { token })
  const place = '/pages/order/withdraw'
  await page.goto(`/#${place}`)
  const form = page.getByRole('form', { name: 'Withdraw', exact: true })
  const amount = form.getByLabel('Amount', { exact: true })
  const sheet = page.getByRole('dialog')
  await amount.fill('500')
  await leaveAndReload(page, () => expect(amount).toHaveValue('500'))
  const goOn = form.getByRole('button', { name: 'Continue · 500.00 USDT' })
  await goOn.click()
  await sheet.getByLabel('Transaction password').fill(PAY_PASSWORD)
  await page.reload()
  await goOn.click()
  await expect(sheet.getByLabel('Transaction password')).toHaveValue('')
  await sheet.getByLabel('Transaction password').fill(PAY_PASSWORD)

  const tab = await secondTab(context, place)
  await expect(tab.getByRole('form', { name: 'Withdraw', exact: true })).toBeVisible()
  await context.setOffline(true)
  await sheet.getByRole('button', { name: 'Withdraw 500 USDT' }).click()
  await expect(checking(page).first()).toBeVisible()
  await context.setOffline(false)
  await expectNotice(page, 'Withdrawal submitted, awaiting approval')
  for (const each of [page, tab]) await expect(each.getByText('Cancel withdrawal')).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('Cancel withdrawal')).toHaveCount(1)
  // Nothing more can be withdrawn while one is under review.
  await expect(amount).toHaveCount(0)
  expect(await call(url, api.log, {}, token)).toHaveLength(1)
})
