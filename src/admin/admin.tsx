import { useSelector } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import type { Operator } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { BrokenChain } from './chain.tsx'
import { focusOn, useKeys } from './keys.ts'
import { Person } from './person.tsx'
import { goTo, linkTo, usePlace } from './place.ts'
import { Queue } from './queue.tsx'
import { SignIn } from './sign-in.tsx'
import { TextField } from './text-field.tsx'
import { useTools, useWaiting } from './tools.ts'
import { View } from './view.tsx'

/** The admin console: sign-in, then queues and commands. */
export function Admin() {
  const { session } = useTools()
  const me = useSelector(session, ({ context }) => context.me)
  const failure = useSelector(session, (state) => (state.matches('unanswered') ? state.context.failure : null))
  const isReading = useSelector(session, (state) => state.matches('reading'))
  if (me) return <AtWork me={me} />
  if (failure !== null) {
    return (
      <main className={css.door}>
        <h1 className={css.title}>Quoin admin console</h1>
        <Callout tone="bad">{failure}</Callout>
        <Button onClick={() => session.send({ type: 'admin.retry' })}>Try again</Button>
      </main>
    )
  }
  return isReading ? <main className={css.door} aria-busy="true" aria-label="Quoin admin console" /> : <SignIn />
}

function AtWork({ me }: { me: Operator }) {
  const { session } = useTools()
  const { at, words, query } = usePlace()
  useKeys({ '/': () => focusOn('search input') })
  const { waits, lookAgain } = useWaiting()
  const groups = Object.entries({
    Waiting: me.commands.filter(({ as }) => as === 'queue'),
    'As it is set': me.commands.filter(({ as }) => as === 'list'),
    'To look at': me.commands.filter(({ as, of }) => as === 'view' && of === 'platform'),
  }).filter(([, lists]) => lists.length > 0)
  const lists = groups.flatMap(([, each]) => each)
  const here = lists.find(({ name }) => name === at) ?? lists[0]
  return (
    <div className={css.admin}>
      <header className={css.side}>
        <p className={css.brand}>Quoin admin console</p>
        <Find />
        <nav aria-label="Lists">
          {groups.map(([group, each]) => (
            <section key={group} aria-label={group}>
              <h2 className={css.group}>{group}</h2>
              <ul>
                {each.map(({ name, title }) => (
                  <li key={name}>
                    <a
                      className={css.link}
                      href={linkTo(name)}
                      aria-current={at !== 'user' && here?.name === name ? 'page' : undefined}
                    >
                      {title}
                      <Waits count={waits[name] ?? 0} />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <p className={css.who}>
          {me.name}, {me.roles.join(', ')}
        </p>
        <Button kind="quiet" small onClick={() => session.send({ type: 'admin.signOut' })}>
          Sign out
        </Button>
      </header>
      <main className={css.main}>
        <BrokenChain me={me} />
        {at === 'user' && words[0] !== undefined ? (
          <Person key={words[0]} me={me} name={words[0]} />
        ) : here?.as === 'queue' || here?.as === 'list' ? (
          <Queue key={here.name} me={me} command={here} open={words} query={query} onActed={lookAgain} />
        ) : here ? (
          <View key={here.name} me={me} command={here} args={[]} heading="h1" />
        ) : (
          <p>There is nothing here for {me.roles.join(', ')}.</p>
        )}
      </main>
      <footer className={css.keys}>
        {SHORTCUTS.map(([keys, words]) => (
          <span key={keys}>
            <kbd className={css.key}>{keys}</kbd> {words}
          </span>
        ))}
      </footer>
    </div>
  )
}

const SHORTCUTS = [
  ['J K', 'Row'],
  ['Enter', 'Open'],
  ['Esc', 'Close'],
  ['F', 'Filter'],
  ['P', 'Person'],
  ['/', 'Find'],
] as const

function Waits({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={css.waits}>
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}

function Find() {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') goTo(linkTo('user', name.trim()))
  }
  return (
    <search>
      <form onSubmit={submit}>
        <TextField
          label="Find a person"
          hint="By name, id, e-mail, telephone or wallet"
          value={name}
          onChange={setName}
        />
      </form>
    </search>
  )
}
