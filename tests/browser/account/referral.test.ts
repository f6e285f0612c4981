import { invite } from '../../../src/api/account/referral.ts'
import { info } from '../../../src/api/account/user.ts'
import { REFERRAL_BPS } from '../../../src/rules/account/referral.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { call, createAccount, keepToken, newName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { fillRegistration } from '../kit/journey.ts'
import { expectNotice, recordNotices } from '../kit/notices.ts'
import { installWallet } from '../kit/wallet.ts'

const PLACE = '/#/pages/friend/index'

test.describe('referral: inviting friends', () => {
  test('shows code, link and shares, and a friend registers by the link', async ({ page, server, browser, faults }) => {
    const { token } = await createAccount(server.url)
    const { inviteCode } = await call(server.url, info, {}, token)
    await keepToken(page, { token })
    await page.goto('/#/pages/me/index')
    await page.getByRole('link', { name: 'Invite friends' }).click()
    const link = `${server.url}/#/pages/my/login?view=create&code=${inviteCode}`
    const main = page.getByRole('main')
    await expect(main.getByText(link, { exact: true })).toBeVisible()
    await expect(main.getByText(inviteCode, { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of your link' })).toBeVisible()
    await expect(main.getByText(`${REFERRAL_BPS[0] / 100}%`)).toBeVisible()
    await expect(main.getByText(/^Earned in \w+ \d{4}$/)).toBeVisible()
    await expect(
      main.getByText(/^If a friend earns 100 USDT from plans or fixed terms, you get 5 USDT\./),
    ).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expectNotice(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)

    const device = await browser.newContext({ baseURL: server.url })
    faults.watch(device)
    await recordNotices(device)
    const friend = await device.newPage()
    await friend.goto(link)
    const username = newName()
    const form = await fillRegistration(friend, username)
    await expect(form.getByLabel('Invitation code')).toHaveValue(inviteCode)
    // The friend's code is valid: no other is offered.
    await expect(form.getByText('QUOIN')).toHaveCount(0)
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    await form.getByRole('button', { name: 'Create account' }).click()
    await expectNotice(friend, 'Account created')
    expect((await call(server.url, invite, {}, token)).levels.map(({ people }) => people)).toEqual([1, 0, 0])
    await page.reload()
    await expect(main.getByRole('row', { name: /^Level 1 1 invited by you/ })).toBeVisible()
    const newest = main.getByRole('list', { name: 'Latest at level 1' })
    await expect(newest.getByText(`${username.slice(0, 2)}•••`)).toBeVisible()
    await expect(main.getByText(/^If a friend earns/)).toHaveCount(0)
    await device.close()
  })

  test('brings a friend who signs in with a wallet, past the tip page too', async ({ page, server }) => {
    const { token } = await createAccount(server.url)
    const { link } = await call(server.url, invite, {}, token)
    const wallet = await installWallet(page, { refuses: { personal_sign: { code: 4001 } } })
    await page.goto(link)
    await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
    await wallet.behave({})
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByText('Total equity', { exact: true })).toBeVisible()
    expect((await call(server.url, invite, {}, token)).levels.map(({ people }) => people)).toEqual([1, 0, 0])
  })

  test('says that a link’s code is wrong, and signs in without it', async ({ page, faults }) => {
    faults.allow(REFUSED)
    await installWallet(page)
    await page.goto('/#/pages/my/login?view=create&code=NOBODY22')
    await expect(page.getByRole('heading', { name: 'The invitation is not valid' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByText('Total equity', { exact: true })).toBeVisible()
  })

  test('shares the link by the device’s own list', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', {
        value: async (data: unknown) => {
          shared.push(data)
          if (shared.length === 2) throw new DOMException('closed', 'AbortError')
          if (shared.length === 3) throw new DOMException('no', 'NotAllowedError')
        },
      })
    })
    const { token } = await createAccount(server.url)
    const { code } = await call(server.url, invite, {}, token)
    await keepToken(page, { token })
    await page.goto(PLACE)
    const share = page.getByRole('button', { name: 'Share invitation' })
    await share.click()
    await share.click()
    const noticed = () => page.evaluate(() => window.noticed)
    expect(await noticed()).toEqual([])
    await share.click()
    await expect.poll(noticed).toEqual(['The invitation could not be shared'])
    const [first] = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
    expect(first).toEqual({
      title: 'Quoin',
      text: `Trade with paper money on Quoin. My invitation code: ${code}`,
      url: `${server.url}/#/pages/my/login?view=create&code=${code}`,
    })
  })

  test('says that it did not come, and tries again', async ({ page, server, faults, context }) => {
    faults.allow(NO_ANSWER)
    await keepToken(page, await createAccount(server.url))
    await context.route('**/api/user/invite?*', (route) => route.abort())
    await page.goto(PLACE)
    await expect(page.getByText('This could not be loaded')).toBeVisible()
    await context.unroute('**/api/user/invite?*')
    await askAgain(page)
    await expect(page.getByRole('img', { name: 'QR code of your link' })).toBeVisible()
  })
})
