import { expect } from '@playwright/test'
import type { EventFromLogic } from 'xstate'
import { login } from '../../../src/api/account/user.ts'
import { signInMachine } from '../../../src/machines/session/signIn.ts'
import { refused, unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { PASSWORD } from '../kit/api.ts'
import { type Calls, holdCalls } from './hold.ts'
import type { Stage, Walk } from './walk.ts'

type World = Stage & { logins: Calls }

/** A placeholder for the user name that the server has. */
const NAME = 'known.name'
const WRONG = 'Correct Horse 2'
const labels = { username: 'User name', password: 'Password' }

const change = (field: keyof typeof labels, value: string) => ({ type: 'signIn.change', field, value })
const accepted = done('signIn', 'a-token')
const wrongPassword = failed('signIn', refused('wrongPassword'))
const noAnswer = failed('signIn', unanswered)

const form = ({ page }: World) => page.getByRole('form', { name: 'Sign in' })
const fieldOf = (world: World, field: keyof typeof labels) => form(world).getByLabel(labels[field], { exact: true })
const button = (world: World) => form(world).getByRole('button', { name: 'Sign in' })

export const signInWalk: Walk<typeof signInMachine, World> = {
  shows: 'the password form',
  machine: signInMachine,
  events: [
    change('username', NAME),
    change('username', 'a'),
    change('password', WRONG),
    change('password', PASSWORD),
    { type: 'signIn.submit' },
    accepted,
    wrongPassword,
    noAnswer,
  ],
  distinct: ({ form, errors }) => [form, errors],
  canHappen: (event, snapshot) => {
    const { username, password } = snapshot.context.form
    if (event === accepted) return password === PASSWORD
    if (event === wrongPassword) return password === WRONG
    // Typing the current value is no change.
    if (event.type === 'signIn.change' && [username, password].includes(event.value)) return false
    return event === noAnswer || snapshot.can(event as EventFromLogic<typeof signInMachine>)
  },
  goal: (snapshot) => snapshot.hasTag('done'),
  begin: async (stage) => {
    const logins = await holdCalls(stage.page, login)
    await stage.page.goto('/#/pages/my/login')
    return { ...stage, logins }
  },
  happen: {
    'signIn.change': (world, { field, value }) => fieldOf(world, field).fill(value === NAME ? world.named : value),
    'signIn.submit': (world) => button(world).click(),
    [accepted.type]: async ({ logins }) => (await logins.next()).go(),
    [noAnswer.type]: async ({ logins }, { error }) => {
      const request = await logins.next()
      await (error === unanswered ? request.lose() : request.go())
    },
  },
  states: {
    '*': async (world, snapshot) => {
      const { username, password } = snapshot.context.form
      const token = await world.page.evaluate(() => localStorage.getItem('token'))
      if (snapshot.hasTag('done')) return
      expect(token).toBeNull()
      await expect(fieldOf(world, 'username')).toHaveValue(username === NAME ? world.named : username)
      await expect(fieldOf(world, 'password')).toHaveValue(password)
    },
    form: async (world, snapshot) => {
      const { errors, failure } = snapshot.context
      const isWrong = { username: errors.username, password: errors.password ?? failure?.field === 'password' }
      for (const field of ['username', 'password'] as const) {
        const marked = expect(fieldOf(world, field))
        await (isWrong[field] ? marked : marked.not).toHaveAttribute('aria-invalid', 'true')
      }
      await expect(button(world)).not.toHaveAttribute('aria-disabled')
      await expect(fieldOf(world, 'password')).toBeEditable()
      if (failure?.refusal) await expect(form(world)).toContainText('Wrong user name or password')
      else if (failure) await expect(form(world)).toContainText('The server did not answer. What you entered is kept')
    },
    submitting: async (world) => {
      await expect(button(world)).toHaveAttribute('aria-busy', 'true')
      await expect(fieldOf(world, 'username')).not.toBeEditable()
      await expect(fieldOf(world, 'password')).not.toBeEditable()
    },
    done: async ({ page }) => {
      await expect(page.getByRole('main').getByText('Total equity', { exact: true })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
    },
  },
}
