import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'
import type { ActorRefFrom, InspectionEvent, Observer } from 'xstate'
import type { Lang } from '../api/fields.ts'
import type { bankCardMachine } from '../machines/bankCard.ts'
import type { changePasswordMachine } from '../machines/changePassword.ts'
import type { connectionMachine } from '../machines/connection.ts'
import type { devicesMachine } from '../machines/devices.ts'
import type { emailMachine } from '../machines/email.ts'
import type { forgetMachine } from '../machines/forget.ts'
import type { inviteMachine } from '../machines/invite.ts'
import type { kycMachine } from '../machines/kyc.ts'
import type { messagesMachine } from '../machines/messages.ts'
import type { noticeMachine } from '../machines/notice.ts'
import type { OptionDesk } from '../machines/option-desk.ts'
import type { orderListMachine } from '../machines/orderList.ts'
import type { payPasswordMachine } from '../machines/payPassword.ts'
import type { receiptMachine } from '../machines/receipt.ts'
import type { registerMachine } from '../machines/register.ts'
import type { securityMachine } from '../machines/security.ts'
import type { sessionMachine } from '../machines/session.ts'
import type { signInMachine } from '../machines/signIn.ts'
import type { takeDataMachine } from '../machines/takeData.ts'
import type { twoFactorMachine } from '../machines/twoFactor.ts'
import type { updateMachine } from '../machines/update.ts'
import type { walletsMachine } from '../machines/wallets.ts'
import type { Interval } from '../rules/intervals.ts'
import type { Chart } from '../streams/candles.ts'
import type { Quotes } from '../streams/quotes.ts'
import type { Loader } from './loader.ts'

/** What an actor that a page makes is handed, so that an inspector can watch it in development; empty otherwise. */
export type Inspection = { inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void) }

/** What the frame and every page may use. It is made in one place, the composition root, and handed down by the one context. */
export type Services = {
  session: ActorRefFrom<typeof sessionMachine>
  notice: ActorRefFrom<typeof noticeMachine>
  connection: ActorRefFrom<typeof connectionMachine>
  quotes: Quotes
  /** What whoever is signed in has. A page that shows it sends `wallets.open`. */
  wallets: ActorRefFrom<typeof walletsMachine>
  /** What the pages behind the first screen use beside: it comes once that stands. */
  pages: Loader<PageServices>
  /** Whether a request that someone waits for is under way. */
  loading$: Observable<boolean>
  /** The server's clock, in ms since the epoch. Stable. */
  serverNow: () => number
  /** Shows the app in another language, and keeps it. Rejects where that language could not be loaded. */
  chooseLang(lang: Lang): Promise<void>
}

/** What the pages behind the first screen use beside `Services`. */
export type PageServices = {
  /** Makes charts: history joined to the live stream. */
  candles: { chart(symbol: string, interval: Interval): Chart }
  /** The timed options that are being bought. */
  options: OptionDesk
  /** What the platform told whoever is signed in. A page that shows it sends `messages.open`. */
  messages: ActorRefFrom<typeof messagesMachine>
  /** The newer build of the app, where there is one. */
  update: ActorRefFrom<typeof updateMachine>
  /** Machines with their effects, for a page to run while it is open. */
  machines: {
    signIn: typeof signInMachine
    register: typeof registerMachine
    forget: typeof forgetMachine
    email: typeof emailMachine
    twoFactor: typeof twoFactorMachine
    payPassword: typeof payPasswordMachine
    bankCard: typeof bankCardMachine
    changePassword: typeof changePasswordMachine
    orderList: typeof orderListMachine
    receipt: typeof receiptMachine
    invite: typeof inviteMachine
    kyc: typeof kycMachine
    security: typeof securityMachine
    devices: typeof devicesMachine
    takeData: typeof takeDataMachine
  }
  inspection: Inspection
}

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

/**
 * The services of the app.
 *
 * @throws Error outside of a `ServicesProvider`
 */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices: there is no ServicesProvider above')
  return services
}

/**
 * What a page behind the first screen uses beside `useServices()`.
 *
 * @throws Error on the first screen, which is shown before it is loaded
 */
export function usePageServices(): PageServices {
  const loaded = useServices().pages.now()
  if (loaded.type !== 'ready') throw new Error('usePageServices: not loaded yet')
  return loaded.value
}
