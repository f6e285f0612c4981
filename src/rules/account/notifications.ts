/**
 * Category of a message. `operator`: from an operator; `support`: an answer in the customer service chat. `option`: the end of a timed
 * option, separate from other orders. `earnings`: interest of fixed-term deposits.
 */
export const messageKinds = [
  'settlement',
  'option',
  'price',
  'review',
  'funding',
  'loan',
  'plan',
  'earnings',
  'security',
  'support',
  'operator',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** What several kinds are about: the tabs of the inbox. */
export const messageGroups = {
  trades: ['settlement', 'option'],
  alerts: ['price'],
  money: ['funding', 'loan', 'plan', 'earnings'],
  account: ['review', 'security', 'support', 'operator'],
} as const satisfies Record<string, readonly MessageKind[]>
export type MessageGroup = keyof typeof messageGroups

/** One kind, or a group of them. */
export type MessageTopic = MessageKind | MessageGroup

/** The kinds of a topic. */
export const kindsOf = (topic: MessageTopic): readonly MessageKind[] =>
  topic in messageGroups ? messageGroups[topic as MessageGroup] : [topic as MessageKind]

/** Channels of a message. `app`: as unread, and as a notice while the app is open. */
export const messageWays = ['app', 'email', 'push'] as const
export type MessageWay = (typeof messageWays)[number]

/** Which categories a user receives, on which channels. */
export type Switches = Readonly<Record<MessageKind, Readonly<Record<MessageWay, boolean>>>>

/** One switch and its value. */
export type Switch = { kind: MessageKind; way: MessageWay; on: boolean }

/**
 * The default switches. Options end every minute, on screen, so they are off. By e-mail only what concerns the account or its money; no
 * push without opt-in.
 */
export const defaultSwitches: Switches = {
  settlement: { app: true, email: false, push: false },
  option: { app: false, email: false, push: false },
  price: { app: true, email: false, push: false },
  review: { app: true, email: false, push: false },
  funding: { app: true, email: true, push: false },
  loan: { app: true, email: true, push: false },
  plan: { app: true, email: false, push: false },
  earnings: { app: true, email: false, push: false },
  security: { app: true, email: true, push: false },
  support: { app: true, email: false, push: false },
  operator: { app: true, email: false, push: false },
}

/** The kinds that messages of newer kinds had before: who chose for these chose for those. */
const kindsBefore = { loan: 'funding', plan: 'settlement', earnings: 'settlement' } as const

/** All switches, from stored ones that may lack newer kinds. */
export function allSwitches(stored: Partial<Switches>): Switches {
  const split = Object.entries(kindsBefore).flatMap(([kind, before]) =>
    stored[before] ? [[kind, stored[before]]] : [],
  )
  return { ...defaultSwitches, ...Object.fromEntries(split), ...stored }
}

/** Switches that cannot be turned off: a stolen session must not be able to silence security messages. */
export const staysOn = ({ kind, way }: Pick<Switch, 'kind' | 'way'>): boolean => kind === 'security' && way === 'app'

/** The switches with one of them changed; those that cannot be turned off stay on. */
export const withSwitch = (switches: Switches, { kind, way, on }: Switch): Switches => ({
  ...switches,
  [kind]: { ...switches[kind], [way]: on || staysOn({ kind, way }) },
})

/**
 * The switches after push was enabled on a device: unchanged, or, if push is off everywhere, on for every category. A device that was
 * allowed to receive push and never does would be confusing.
 */
export const withPush = (switches: Switches): Switches =>
  messageKinds.some((kind) => switches[kind].push)
    ? switches
    : messageKinds.reduce((all, kind) => withSwitch(all, { kind, way: 'push', on: true }), switches)
