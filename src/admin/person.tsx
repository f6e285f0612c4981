import { useSelector } from '@xstate/react'
import { type ComponentProps, useState } from 'react'
import type { Operator, Row } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import { Acts } from './acts.tsx'
import css from './admin.module.css'
import { focusOn } from './focus.ts'
import { useKeys } from './keys.ts'
import { linkTo } from './place.ts'
import { Fields } from './rows.tsx'
import { useLook } from './tools.ts'
import { View } from './view.tsx'

const ACCOUNT = 'user show'
/** What comes first, in this order; then the rest. */
const FIRST = [
  ...['user worth', 'user risks', 'user verification', 'user identity', 'user loans', 'user notes'],
  ...['user wallets', 'user orders', 'user sessions'],
]
const rankOf = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

/** Where the keys lead. */
const PARTS = { 'g l': 'user ledger', 'g o': 'user orders', 'g s': 'user sessions' } as const

const hasSome = ({ balance }: Row) => !/^0(\.0+)?$/.test(String(balance))

/** A user's page: the account with its acts, and everything the operator may see. */
export function Person({ me, name }: { me: Operator; name: string }) {
  const actor = useLook({ command: ACCOUNT, args: [name], options: {} })
  const done = useSelector(actor, ({ context }) => context.done)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const busy = useSelector(actor, (state) => state.matches('looking'))
  const [turn, setTurn] = useState(0)
  const [row] = done?.rows ?? []
  const [args = []] = done?.takes ?? []
  const [fits = []] = done?.fits ?? []
  const again = () => {
    actor.send({ type: 'look.again' })
    setTurn((before) => before + 1)
  }
  const acts = me.commands.filter((command) => fits.includes(command.name))
  const views = me.commands
    .filter(({ name, as, of }) => as === 'view' && of === 'user' && name !== ACCOUNT)
    .sort((one, other) => rankOf(one.name) - rankOf(other.name))
  useKeys(
    Object.fromEntries(
      Object.entries(PARTS).flatMap(([key, part]) => {
        const view = row && views.find(({ name }) => name === part)
        return view ? [[key, { words: view.title, act: () => focusOn(`[data-view="${part}"]`) }]] : []
      }),
    ),
  )
  return (
    <div className={css.person}>
      <div className={css.head}>
        <h1 className={css.title}>{row?.username ?? row?.address ?? name}</h1>
        <div className={css.buttons}>
          {row && me.commands.some(({ name }) => name === 'chat show') && (
            <a className={css.words} href={linkTo('chat list', ...args)}>
              Conversation
            </a>
          )}
          <Button kind="quiet" small busy={busy} onClick={again}>
            Look again
          </Button>
        </div>
      </div>
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      {row && done && (
        <>
          <Fields row={row} context={done} />
          <Acts me={me} commands={acts} args={args} onDone={again} />
          {views.map((command) => {
            const Shown = command.audited ? OnRequest : View
            return (
              <Shown
                key={`${command.name} ${turn}`}
                command={command}
                args={args}
                heading="h2"
                {...(command.name === 'user wallets' && { only: hasSome })}
              />
            )
          })}
        </>
      )}
    </div>
  )
}

/** A view that is noted each time: it waits for a click. */
function OnRequest(props: ComponentProps<typeof View>) {
  const [isOpen, setOpen] = useState(false)
  const { title } = props.command
  if (isOpen) return <View {...props} />
  return (
    <section className={css.view}>
      <h2 className={css.subtitle}>{title}</h2>
      <div className={css.buttons}>
        <Button kind="quiet" small onClick={() => setOpen(true)}>
          Show {title.toLowerCase()}
        </Button>
        <span className={css.about}>The view is noted in the audit log.</span>
      </div>
    </section>
  )
}
