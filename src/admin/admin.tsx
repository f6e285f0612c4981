import { useSelector } from '@xstate/react'
import type { Operator } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { Bar, StatusBar } from './bar.tsx'
import { BrokenChain, VERIFY } from './chain.tsx'
import { Found } from './find.tsx'
import { focusOn } from './focus.ts'
import { useKeys } from './keys.ts'
import { Overview } from './overview.tsx'
import { Person } from './person.tsx'
import { linkTo, usePlace } from './place.ts'
import { Queue } from './queue.tsx'
import { SignIn } from './sign-in.tsx'
import { type Pace, useTools, useWaiting } from './tools.ts'
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
  const { at, words, query } = usePlace()
  useKeys({ '/': { words: 'Find', act: () => focusOn('search input') } })
  const { lookAgain, ...waiting } = useWaiting()
  const groups = Object.entries({
    Waiting: me.commands.filter(({ as }) => as === 'queue'),
    'As it is set': me.commands.filter(({ as }) => as === 'list'),
    // The audit log's page verifies its chain.
    'To look at': me.commands.filter(({ as, of, name }) => as === 'view' && of === 'platform' && name !== VERIFY),
  }).filter(([, lists]) => lists.length > 0)
  const lists = groups.flatMap(([, each]) => each)
  const here = lists.find(({ name }) => name === at)
  const isFirst = !here && at !== 'user' && at !== 'find'
  return (
    <div className={css.admin}>
      <Bar me={me} at={waiting.at} />
      <div className={css.side}>
        <nav aria-label="Lists">
          <a className={css.link} href={linkTo('overview')} aria-current={isFirst ? 'page' : undefined}>
            Overview
          </a>
          {groups.map(([group, each]) => (
            <section key={group} aria-label={group}>
              <h2 className={css.group}>{group}</h2>
              <ul>
                {each.map(({ name, title }) => (
                  <li key={name}>
                    <a className={css.link} href={linkTo(name)} aria-current={here?.name === name ? 'page' : undefined}>
                      {title}
                      <Waits pace={waiting.paces[name]} />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
      <main className={css.main} tabIndex={-1}>
        <BrokenChain me={me} />
        {at === 'user' && words[0] !== undefined ? (
          <Person key={words[0]} me={me} name={words[0]} />
        ) : at === 'find' && words[0] !== undefined ? (
          <Found key={words[0]} me={me} text={words[0]} />
        ) : here?.as === 'queue' || here?.as === 'list' ? (
          <Queue
            key={here.name}
            me={me}
            command={here}
            open={words}
            query={query}
            pace={waiting.paces[here.name]}
            onActed={lookAgain}
          />
        ) : here ? (
          <View key={here.name} me={me} command={here} args={[]} heading="h1" />
        ) : (
          <Overview me={me} waiting={waiting} />
        )}
      </main>
      <StatusBar waiting={waiting} />
    </div>
  )
}

function Waits({ pace }: { pace: Pace | undefined }) {
  if (!pace || pace.waits === 0) return null
  return (
    <span className={css.waits} data-late={pace.late > 0 || undefined}>
      {pace.waits}
      <span className="visually-hidden"> waiting</span>
      {pace.late > 0 && ` · ${pace.late} late`}
    </span>
  )
}
