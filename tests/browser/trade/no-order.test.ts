import { keepToken } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { words as t } from '../kit/labels.ts'

/** Failed requests, and requests without a known owner. */
const ids = ['x', 'nobodys-order']
const places = [
  '/pages/loan/detail?id=',
  '/pages/arbitrage/order?order=',
  '/pages/savings/index?deposit=',
  '/pages/order/strategy?strategy=',
  '/pages/order/withdraw?withdrawal=',
  '/pages/order/charge?deposit=',
]

test('a place that names an order which is not there says so, and not that the connection is at fault', async ({
  page,
  resident,
  faults,
}) => {
  faults.allow(REFUSED)
  await keepToken(page, resident)
  for (const place of places) {
    for (const id of ids) {
      await page.goto(`/#${place}${id}`)
      await expect(page.getByText(t['page.noOrder'], { exact: true }), `${place}${id}`).toBeVisible()
      await expect(page.getByText(t['page.failedHint'], { exact: true })).toHaveCount(0)
    }
  }
  for (const query of [...ids.map((id) => `cause=withdrawal&id=${id}`), 'cause=Withdrawal&id=nobodys-order']) {
    await page.goto(`/#/pages/order/certificate?${query}`)
    await expect(page.getByText(t['records.noCertificate'], { exact: true })).toBeVisible()
  }
})
