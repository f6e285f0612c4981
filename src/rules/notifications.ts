/** What a message is about. `operator`: from a person of the support desk; `support`: an answer in the conversation with it. `option`: a timed option that ended, apart from what else did. */
export const messageKinds = [
  'settlement',
  'option',
  'price',
  'review',
  'funding',
  'security',
  'support',
  'operator',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** The ways on which someone hears of a message. `app`: as unread, and as a notice while the app is open. */
export const messageWays = ['app', 'email', 'push'] as const
export type MessageWay = (typeof messageWays)[number]

/** Of which kinds someone hears, and on which ways. */
export type Switches = Readonly<Record<MessageKind, Readonly<Record<MessageWay, boolean>>>>

/** One switch, and how it is set. */
export type Switch = { kind: MessageKind; way: MessageWay; on: boolean }

/** The switches of who has set none. Options end by the minute, before one's eyes. By e-mail only what touches the account or its money; by push nothing that was not asked for. */
export const defaultSwitches: Switches = {
  settlement: { app: true, email: false, push: false },
  option: { app: false, email: false, push: false },
  price: { app: true, email: false, push: false },
  review: { app: true, email: false, push: false },
  funding: { app: true, email: true, push: false },
  security: { app: true, email: true, push: false },
  support: { app: true, email: false, push: false },
  operator: { app: true, email: false, push: false },
}

/** What stays on: whoever has stolen a session must not be able to have its owner hear of nothing. */
export const staysOn = ({ kind, way }: Pick<Switch, 'kind' | 'way'>): boolean => kind === 'security' && way === 'app'

/** The switches with one of them set; one that stays on stays on. */
export const withSwitch = (switches: Switches, { kind, way, on }: Switch): Switches => ({
  ...switches,
  [kind]: { ...switches[kind], [way]: on || staysOn({ kind, way }) },
})

/**
 * The switches once a device is to be told by push: as they are, or, where nothing is to come by push yet, with push on for
 * every kind. A device that was allowed to and never heard anything would be a riddle.
 */
export const withPush = (switches: Switches): Switches =>
  messageKinds.some((kind) => switches[kind].push)
    ? switches
    : messageKinds.reduce((all, kind) => withSwitch(all, { kind, way: 'push', on: true }), switches)
