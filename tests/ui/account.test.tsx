import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EMPTY, Subject } from 'rxjs'
import { expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Equity } from '../../src/api/money/wallet.ts'
import type { Heard } from '../../src/api/wire/kept-answers.ts'
import { inject } from '../../src/machines/actors/call.ts'
import { walletsMachine } from '../../src/machines/money/wallets.ts'
import { type Services, ServicesProvider } from '../../src/ui/app/services.ts'
import { useAccount } from '../../src/ui/pages/orders/use-account.ts'

const wallet = (available: string, version: number) => ({
  ...{ currency: 'USDT', balance: '10000.000000', frozen: '0.000000' },
  ...{ available, version },
})
const before: Equity = { wallets: [wallet('10000.000000', 1)], positions: [], debt: '0.000000' }
const services = { quotes: { quote$: () => EMPTY } } as unknown as Services

function Available({ wallets }: { wallets: Parameters<typeof useAccount>[0] }) {
  return useAccount(wallets).available
}

it('account: what is available follows an order at once, before the equity is loaded again', async () => {
  const event$ = new Subject<unknown>()
  inject({
    account: { event$, missed$: EMPTY } as never,
    ...{ orderKinds: new Set<string>(), token$: EMPTY },
  })
  let asked = 0
  const loadEquity = fromPromise<Heard<Equity>>(() =>
    asked++ === 0 ? Promise.resolve({ value: before, asOf: null }) : Promise.reject(new Error('no answer')),
  )
  const actor = createActor(walletsMachine.provide({ actors: { loadEquity } })).start()
  const shown = () => {
    const { wallets, equity } = actor.getSnapshot().context
    if (!equity) throw new Error('no equity yet')
    const props = { wallets: { wallets, equity } }
    return renderToStaticMarkup(createElement(ServicesProvider, { value: services }, createElement(Available, props)))
  }
  actor.send({ type: 'wallets.open' })
  await waitFor(actor, (now) => now.hasTag('ready'))
  expect(shown()).toBe('10000.000000')
  event$.next({ kind: 'wallet', body: wallet('9900.000000', 2) })
  expect(shown()).toBe('9900.000000')
  actor.stop()
})
