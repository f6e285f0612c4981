import { useSelector } from '@xstate/react'
import type { Operator } from '../machines/admin/wire.ts'
import { Tag } from '../ui/parts/marks/tag.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { useLook } from './tools.ts'
import { endsOf, timeWords } from './words.ts'

export const VERIFY = 'audit verify'
/** The code of the server's refusal if the chain is broken; any other failure says nothing about it. */
const BROKEN = 'auditBroken'

const mayVerify = ({ commands }: Operator) => commands.some(({ name }) => name === VERIFY)

/** On every page of an operator who may verify the audit log: a warning if its chain is broken. */
export const BrokenChain = ({ me }: { me: Operator }) => (mayVerify(me) ? <Warning /> : null)

function Warning() {
  const actor = useLook({ command: VERIFY, args: [], options: {} })
  const failure = useSelector(actor, ({ context }) => context.failure)
  const code = useSelector(actor, ({ context }) => context.code)
  return code === BROKEN ? (
    <Callout tone="bad">Stop deciding about money: {failure}. Compare it with an exported log or a backup.</Callout>
  ) : null
}

/** Whether the audit log's chain is whole, verified when the page opens. */
export const ChainState = ({ me }: { me: Operator }) => (mayVerify(me) ? <State /> : null)

function State() {
  const actor = useLook({ command: VERIFY, args: [], options: {} })
  const done = useSelector(actor, ({ context }) => context.done)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const code = useSelector(actor, ({ context }) => context.code)
  const [row] = done?.rows ?? []
  if (failure !== null) return <Tag tone={code === BROKEN ? 'bad' : 'warn'}>{failure}</Tag>
  if (!row || !done) return null
  const at = timeWords(new Date(done.at * 1000).toISOString().replace('.000', ''), done.at)
  return (
    <p className={css.about}>
      <Tag tone="good">Hash chain intact</Tag> {Number(row.lines).toLocaleString('en')} lines, up to{' '}
      <span title={String(row.hash)}>{endsOf(String(row.hash))}</span>, verified {at}
    </p>
  )
}
