import { type FormEvent, useState } from 'react'
import type { Operator } from '../machines/admin/wire.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Tag } from '../ui/parts/marks/tag.tsx'
import css from './bar.module.css'
import { focusOn } from './focus.ts'
import { goTo, linkTo } from './place.ts'
import { Shortcuts } from './shortcuts.tsx'
import { TextField } from './text-field.tsx'
import { useTools, type Waiting } from './tools.ts'
import { timeWords } from './words.ts'

/** The top bar: the search, the server's time, and the operator. */
export function Bar({ me, at }: { me: Operator; at: Waiting['at'] }) {
  const { session } = useTools()
  return (
    <header className={css.bar}>
      <p className={css.brand}>
        Quoin <span className={css.muted}>Admin</span>
      </p>
      <Tag tone="warn">PAPER</Tag>
      <Find />
      {at !== undefined && <p className={css.time}>{timeWords(isoOf(at), 0)} UTC</p>}
      <p className={css.who}>
        {me.name}, {me.roles.join(', ')}
      </p>
      <Button kind="quiet" small onClick={() => session.send({ type: 'admin.signOut' })}>
        Sign out
      </Button>
    </header>
  )
}

const isoOf = (at: number) => new Date(at * 1000).toISOString().replace('.000', '')

function Find() {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    goTo(linkTo('find', text.trim()))
    // A field keeps the keys of the page that was found.
    focusOn('main')
  }
  return (
    <search className={css.find}>
      <form onSubmit={submit}>
        <TextField
          label="Find a person, case, address or id"
          hideLabel
          placeholder="Find a person, case, address or id"
          type="search"
          enterKeyHint="search"
          aria-keyshortcuts="/"
          maxLength={254}
          value={text}
          onChange={setText}
        />
      </form>
    </search>
  )
}

/** The status bar: how old the counts are, and the shortcuts of this page. */
export const StatusBar = ({ waiting: { at, failure } }: { waiting: Waiting }) => (
  <footer className={css.status}>
    <p className={css.age} role={failure === null ? undefined : 'status'} data-stale={failure !== null || undefined}>
      {at !== undefined && `${failure === null ? 'Connected · updated' : 'No answer since'} ${isoOf(at).slice(11, 19)}`}
    </p>
    <Shortcuts />
  </footer>
)
