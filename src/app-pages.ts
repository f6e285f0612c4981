import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  type Observable,
  skip,
  startWith,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import { type ActorRefFrom, createActor } from 'xstate'
import { result } from './api/answer.ts'
import type { Client } from './api/client.ts'
import { timeshar, whkdata } from './api/market.ts'
import { createDevices, createLoadGuards, createTakeData } from './machines/actors/account-page.ts'
import { createBankCard } from './machines/actors/bank-card.ts'
import { createChangePassword } from './machines/actors/change-password.ts'
import { createCheckReceipt, loadSha256 } from './machines/actors/check-receipt.ts'
import { createEmail } from './machines/actors/email.ts'
import type { Wallets } from './machines/actors/find-wallets.ts'
import { createLoadAreaCodes } from './machines/actors/load-area-codes.ts'
import { createLoadInvite } from './machines/actors/load-invite.ts'
import { createLoadOrders } from './machines/actors/load-orders.ts'
import { createLoadPaper } from './machines/actors/load-paper.ts'
import { createLoadReceipt } from './machines/actors/load-receipt.ts'
import { createLoadTerms } from './machines/actors/load-terms.ts'
import { createLoadVerification } from './machines/actors/load-verification.ts'
import { createMessages } from './machines/actors/messages.ts'
import { createPayPassword } from './machines/actors/pay-password.ts'
import { createProve } from './machines/actors/prove.ts'
import { createRegister } from './machines/actors/register.ts'
import { createResetPassword } from './machines/actors/reset-password.ts'
import { createSendCode } from './machines/actors/send-code.ts'
import { createSignIn } from './machines/actors/sign-in.ts'
import { createSubmitOrder } from './machines/actors/submit-order.ts'
import { createSubmitVerification } from './machines/actors/submit-verification.ts'
import { createTwoFactor } from './machines/actors/two-factor.ts'
import { createUploadPhoto } from './machines/actors/upload-photo.ts'
import type { createWatchAccount } from './machines/actors/watch-account.ts'
import { createWatchMarket } from './machines/actors/watch-market.ts'
import { createWatchPage } from './machines/actors/watch-page.ts'
import { createWatchSession } from './machines/actors/watch-session.ts'
import { createWatchUpdate } from './machines/actors/watch-update.ts'
import { bankCardMachine } from './machines/bankCard.ts'
import { changePasswordMachine } from './machines/changePassword.ts'
import { devicesMachine } from './machines/devices.ts'
import { emailMachine } from './machines/email.ts'
import { forgetMachine } from './machines/forget.ts'
import { inviteMachine } from './machines/invite.ts'
import { kycMachine } from './machines/kyc.ts'
import { messagesMachine } from './machines/messages.ts'
import type { noticeMachine } from './machines/notice.ts'
import { createOptionDesk } from './machines/option-desk.ts'
import { optionOrderMachine } from './machines/optionOrder.ts'
import { orderListMachine } from './machines/orderList.ts'
import { payPasswordMachine } from './machines/payPassword.ts'
import { receiptMachine } from './machines/receipt.ts'
import { registerMachine } from './machines/register.ts'
import { securityMachine } from './machines/security.ts'
import type { sessionMachine } from './machines/session.ts'
import { signInMachine } from './machines/signIn.ts'
import { takeDataMachine } from './machines/takeData.ts'
import { twoFactorMachine } from './machines/twoFactor.ts'
import { updateMachine } from './machines/update.ts'
import { findInstrument } from './rules/instruments.ts'
import { createCandles } from './streams/candles.ts'
import type { Frames } from './streams/frame.ts'
import type { Quotes } from './streams/quotes.ts'
import type { SeenOpenings } from './streams/seenOpenings.ts'
import type { ServerTime } from './streams/serverTime.ts'
import type { WakeSignals } from './streams/wake.ts'
import { messageNews } from './ui/message-words.ts'
import { formOpen$ } from './ui/open-forms.ts'
import { newRequestId } from './ui/request-id.ts'
import { saveFile } from './ui/save-file.ts'
import { keepScroll } from './ui/scroll.ts'
import type { Inspection, PageServices } from './ui/services.ts'

/** What stands already when the pages are composed. */
type First = {
  inspection: Inspection
  client: Client
  session: ActorRefFrom<typeof sessionMachine>
  notice: ActorRefFrom<typeof noticeMachine>
  quotes: Quotes
  frames: Frames
  serverTime: ServerTime
  wake: WakeSignals
  token$: Observable<string | null>
  userId$: Observable<string | null>
  watchAccount: ReturnType<typeof createWatchAccount>
  seenOpenings: SeenOpenings
  browserWallets: Wallets
}

/** When the app looks for a newer build of itself: once it has settled, when it is seen again, and now and then, in ms. */
const CHECK_MS = { first: 3_000, least: 60_000, every: 3_600_000 }

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown }
    }
  }
}

/** The service worker's script, as a page whose policy trusts no other text may name it. */
const workerUrl = (): string => {
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' })
  return (policy?.createScriptURL('') ?? '/worker.js') as string
}

/** The composition root's second half: what only the pages behind the first screen need, in a chunk that comes after it. */
export function composePages(first: First): PageServices {
  const { inspection, client, session, quotes, frames, serverTime, wake, token$, userId$, watchAccount } = first
  const { seenOpenings, browserWallets, notice } = first
  const prove = createProve(client, browserWallets)
  const candles = createCandles({
    load: async ({ symbol, ...input }, signal) => {
      if (session.getSnapshot().context.token === null) return null
      const call = findInstrument(symbol)?.kind === 'crypto' ? timeshar : whkdata
      return result(await client.call(call, { symbol, ...input }, { signal, quiet: true }))
    },
    tick$: quotes.tick$,
    serverNow: serverTime.serverNow,
    frames,
    again$: token$.pipe(skip(1)),
    visible$: wake.visible$,
    random: Math.random,
  })
  const options = createOptionDesk({
    machine: optionOrderMachine.provide({
      actors: {
        loadTerms: createLoadTerms(client),
        submitOrder: createSubmitOrder(client),
        watchMarket: createWatchMarket(quotes.tick$),
        watchAccount,
      },
    }),
    newRequestId,
    serverNow: serverTime.serverNow,
    userId$,
    inspection,
  })
  const messages = createActor(
    messagesMachine.provide({
      actors: { ...createMessages(client), watchAccount, watchSession: createWatchSession(userId$) },
      actions: {
        tellMessage: (_, { message }) => notice.send({ type: 'notice.show', notice: messageNews(message) }),
      },
    }),
    inspection,
  ).start()
  const check$ = timer(CHECK_MS.first).pipe(
    switchMap(() => wake.visible$),
    switchMap((visible) => (visible ? timer(0, CHECK_MS.every) : EMPTY)),
    throttleTime(CHECK_MS.least),
  )
  const connecting$ = from(session).pipe(
    map((now) => now.hasTag('connecting')),
    startWith(session.getSnapshot().hasTag('connecting')),
    distinctUntilChanged(),
  )
  const update = createActor(
    updateMachine.provide({
      actors: {
        // While developing, Vite sees to what is new.
        watchUpdate: createWatchUpdate(import.meta.env.PROD ? navigator.serviceWorker : undefined, workerUrl(), check$),
        watchPage: createWatchPage(
          combineLatest([formOpen$, options.pending$, connecting$]).pipe(map((open) => open.includes(true))),
        ),
      },
      actions: {
        reload: () => {
          keepScroll()
          location.reload()
        },
      },
    }),
    inspection,
  ).start()
  return {
    inspection,
    candles,
    options,
    messages,
    update,
    machines: {
      signIn: signInMachine.provide({ actors: { signIn: createSignIn(client) } }),
      register: registerMachine.provide({
        actors: {
          register: createRegister(client),
          sendCode: createSendCode(client, Date.now, 'register'),
          loadPaper: createLoadPaper(client),
          loadAreaCodes: createLoadAreaCodes(client),
        },
      }),
      forget: forgetMachine.provide({
        actors: {
          resetPassword: createResetPassword(client),
          sendCode: createSendCode(client, Date.now, 'forget'),
          loadAreaCodes: createLoadAreaCodes(client),
        },
      }),
      email: emailMachine.provide({ actors: createEmail(client, prove, Date.now) }),
      twoFactor: twoFactorMachine.provide({ actors: createTwoFactor(client, prove) }),
      payPassword: payPasswordMachine.provide({ actors: createPayPassword(client, prove, Date.now) }),
      bankCard: bankCardMachine.provide({ actors: createBankCard(client, prove) }),
      changePassword: changePasswordMachine.provide({ actors: { changePassword: createChangePassword(client) } }),
      orderList: orderListMachine.provide({ actors: { loadOrders: createLoadOrders(client), watchAccount } }),
      invite: inviteMachine.provide({ actors: { loadInvite: createLoadInvite(client, location.origin) } }),
      kyc: kycMachine.provide({
        actors: {
          loadVerification: createLoadVerification(client),
          uploadPhoto: createUploadPhoto(client),
          submitVerification: createSubmitVerification(client),
          watchAccount,
        },
      }),
      security: securityMachine.provide({ actors: { loadGuards: createLoadGuards(client), watchAccount } }),
      devices: devicesMachine.provide({ actors: createDevices(client) }),
      takeData: takeDataMachine.provide({ actors: { takeData: createTakeData(client, prove, saveFile) } }),
      receipt: receiptMachine.provide({
        actors: {
          loadReceipt: createLoadReceipt(client),
          checkReceipt: createCheckReceipt(loadSha256, seenOpenings.of),
        },
      }),
    },
  }
}
