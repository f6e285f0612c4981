import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { TextField } from './text-field.tsx'
import { useTools } from './tools.ts'

/** For operators only, whose accounts are created on the command line. */
export function SignIn() {
  const { session } = useTools()
  const form = useSelector(session, ({ context }) => context.form)
  const failure = useSelector(session, ({ context }) => context.failure)
  const busy = useSelector(session, (state) => state.matches('signingIn'))
  const change = (field: keyof typeof form) => (value: string) => session.send({ type: 'admin.change', field, value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    session.send({ type: 'admin.signIn' })
  }
  return (
    <main className={css.door}>
      <h1 className={css.title}>Quoin admin console</h1>
      <form className={css.form} onSubmit={submit}>
        <TextField label="Name" autoComplete="username" value={form.name} onChange={change('name')} maxLength={32} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={form.password}
          onChange={change('password')}
        />
        <TextField
          label="Code of the authenticator"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={form.code}
          onChange={change('code')}
        />
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
        <Button type="submit" busy={busy}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
