import { useState } from 'react'
import type { AdminCommand, Done, Operator, Row } from '../machines/admin/wire.ts'
import { Tag } from '../ui/parts/marks/tag.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import { Acts } from './acts.tsx'
import css from './admin.module.css'
import { ArticleEditor } from './article.tsx'
import { columnsOf, currencyIn } from './columns.ts'
import { useKeys } from './keys.ts'
import { goTo, linkTo } from './place.ts'
import own from './rows.module.css'
import { Fields } from './rows.tsx'
import { Value } from './value.tsx'
import { View } from './view.tsx'
import { amountWords, nounOf, sentence, textWords, toneOf } from './words.ts'

type CaseProps = {
  me: Operator
  command: AdminCommand
  open: readonly string[]
  done: Done
  /** Of its row; -1 if that has left the list. */
  place: number
  /** The link to the list. */
  back: string
  /** How often it was loaded again: each time, so are its parts. */
  turn: number
  onDone: () => void
}

/** The open row of a queue or list: person, amount, evidence, history, and the decision. */
export function Case({ me, command, open, done, place, back, turn, onDone }: CaseProps) {
  const [edits, setEdits] = useState(0)
  const row = done.rows[place]
  const fits = done.fits?.[place] ?? []
  const editor = editorOf(me, command.of)
  const views = me.commands.filter(
    ({ as, of, args, name }) =>
      as === 'view' && of === command.of && args.length === open.length && !(editor && name === SOURCE),
  )
  const acts = me.commands.filter(({ name, creates }) => fits.includes(name) && !creates)
  const user = row && userOf(row)
  useKeys({
    Escape: { words: 'Close', act: () => goTo(back) },
    ...(user !== undefined && { p: { words: 'Person', act: () => goTo(linkTo('user', user)) } }),
  })
  return (
    <section className={css.opened} aria-label={`${command.title}: ${open.join(' ')}`}>
      <div className={css.caseHead}>
        <h2 className={css.subtitle}>{nounOf(command.of)}</h2>
        <span className={own.code}>{open.map((word) => textWords('id', word)).join(' ')}</span>
        {row?.state && <Tag tone={toneOf(String(row.state))}>{sentence(String(row.state))}</Tag>}
        {row && (
          <span className={css.place}>
            {place + 1} of {done.rows.length}
          </span>
        )}
        <a className={css.words} href={back} aria-keyshortcuts="Escape">
          Back to the list
        </a>
      </div>
      {!row && <Callout>It is not in the list any more.</Callout>}
      {row && <Subject of={command.of} row={row} context={done} />}
      {views.map((view) => (
        <View
          key={`${view.name} ${turn}`}
          command={view}
          args={open}
          heading="h2"
          known={row}
          news={view.follows !== null && Number(row?.[view.follows]) > 0 ? row : undefined}
        />
      ))}
      {editor && <ArticleEditor key={`edit ${edits}`} {...editor} args={open} onDone={onDone} />}
      {user !== undefined && <History key={turn} me={me} of={command.of} user={user} open={open} />}
      <div className={css.decision}>
        <Acts
          me={me}
          commands={acts}
          args={open}
          lang={String(row?.language ?? 'en')}
          amount={row && heroOf(command.of, row)}
          onDone={() => {
            onDone()
            setEdits((before) => before + 1)
          }}
        />
      </div>
    </section>
  )
}

const SOURCE = 'content show'

/** What edits an article, for those who may publish it: its text stands in the form then. */
function editorOf({ commands }: Operator, of: string) {
  const [write, show] = ['content write', SOURCE].map((name) => commands.find((command) => command.name === name))
  return of === 'article' && write && show ? { write, show } : undefined
}

/** The user of a row: its own field, or the id beside the name that the server writes. */
const userOf = ({ user, person }: Row): string | undefined =>
  user ? String(user) : / \(([0-9A-Z]{26})\)$/.exec(String(person ?? ''))?.[1]

/** What an accepted case does to its person's money. */
const SIGNS: Readonly<Record<string, string>> = { deposit: '+', loan: '+', withdrawal: '-', 'plan order': '-' }
const signed = (of: string, amount: string) => (/^\d/.test(amount) ? `${SIGNS[of] ?? ''}${amount}` : amount)

/** What it does to the person's money, in words. */
const heroOf = (of: string, row: Row): string | undefined =>
  row.amount ? amountWords(signed(of, String(row.amount)), currencyIn(row)) : undefined

const SUBJECT = ['user', 'person', 'amount', 'state']

/** Who it is about, how much, and the other fields of its row. */
function Subject({ of, row, context }: { of: string; row: Row; context: Done }) {
  const who = columnsOf([row]).find(({ kind }) => kind === 'person')
  return (
    <>
      {who && (
        <p className={css.subject}>
          <Value column={who} value={row[who.name] ?? null} currency={undefined} context={context} />
        </p>
      )}
      {row.amount && <p className={css.hero}>{heroOf(of, row)}</p>}
      <Fields row={row} context={context} without={SUBJECT} />
    </>
  )
}

/** The kinds of orders that a queue decides. */
const KINDS: Readonly<Record<string, string>> = { 'plan order': 'plan' }

/** What to weigh, and what was before: the person's other orders of this kind, and the operators' notes; as far as the operator may see them. */
function History({ me, of, user, open }: { me: Operator; of: string; user: string; open: readonly string[] }) {
  const find = (name: string) => me.commands.find((command) => command.name === name)
  const [risks, orders, notes] = [find('user risks'), find('user orders'), find('user notes')]
  const decides = ['deposit', 'withdrawal', 'loan', 'plan order'].includes(of)
  return (
    <>
      {risks && of !== 'chat' && <View command={risks} args={[user]} heading="h2" />}
      {orders && decides && (
        <View
          command={{ ...orders, title: 'Earlier' }}
          args={[user]}
          heading="h2"
          options={{ kind: KINDS[of] ?? of }}
          without={open}
        />
      )}
      {notes && <View command={notes} args={[user]} heading="h2" />}
    </>
  )
}
