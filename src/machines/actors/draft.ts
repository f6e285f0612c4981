import { type AnyActorRef, fromCallback } from 'xstate'
import type { BankCardForm } from '../../rules/account/bank.ts'
import type { KycForm } from '../../rules/account/kyc.ts'
import { UNREAD } from '../parts/typed-amount.ts'
import { dep } from './call.ts'
import type { Storable } from './drafts.ts'

/** The name of a form's draft, in its machine's context. */
export type Drafted = { draft: string }

/** Passwords and codes, as forms name them: never written to the device's storage. */
type Secret = `${string}assword` | 'old' | 'next' | 'confirm' | 'code' | 'emailCode' | 'newCode' | 'oldCode'

type FieldOf<Form> = keyof Form & string

/**
 * The fields of a form that may be stored: texts, numbers and choices, so no photograph, that are no secrets. Of identities and bank
 * cards there are none.
 */
export type StorableField<Form> = Form extends KycForm | BankCardForm
  ? never
  : {
      [Field in FieldOf<Form>]: Form[Field] extends string | number | boolean ? Exclude<Field, Secret> : never
    }[FieldOf<Form>]

type Formed = Drafted & { form: object }

export type DraftOptions<Context extends Formed> = {
  name: string
  /** Fields of the form that are written to the device's storage. */
  stored: readonly StorableField<Context['form']>[]
  /** Fields of the form that are kept in memory only. */
  held?: readonly FieldOf<Context['form']>[]
  /** Other parts of the context that are kept in memory only. */
  beside?: readonly FieldOf<Omit<Context, 'form' | 'draft'>>[]
  /** Whether it is a form for guests: their drafts end when they sign in. */
  isGuests?: boolean
  /** Whether there is anything to keep: not before something is typed, and not after it was sent. */
  isBegun(context: Context): boolean
}

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => names.includes(name) && value !== UNREAD))

const isSame = (one: object, other: object): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => Object.is(value, Reflect.get(other, name)))

/** The values that fit a form: those that are of the type of its own. */
const fitting = (form: object, kept: object) =>
  Object.fromEntries(Object.entries(kept).filter(([name, value]) => typeof value === typeof Reflect.get(form, name)))

/**
 * What a form keeps while its page is left: its machine begins with `restore`, and runs `keepDraft`.
 *
 * A request under way, or without a known outcome, is no draft: it may have been executed, and must not be sent a second time from a
 * filled form.
 */
export function draftOf<Context extends Formed>(options: DraftOptions<Context>) {
  const { name, stored, held = [], beside = [], isGuests = false, isBegun } = options
  const fields = [...stored, ...held]
  /** What is kept of a snapshot; null if there is nothing to keep. */
  const keptOf = (now: {
    context: Context
    children: Readonly<Record<string, unknown>>
    hasTag(tag: never): boolean
  }) => {
    const { context } = now
    return isBegun(context) && now.children.submitOnce === undefined && !now.hasTag('uncertain' as never)
      ? { form: pick(context.form, fields), beside: pick(context, beside) }
      : null
  }
  const follow = (form: AnyActorRef) => {
    const drafts = dep('drafts')
    let last = keptOf(form.getSnapshot())
    const watching = form.subscribe((now) => {
      const next = keptOf(now)
      if (isSame({ ...last?.form, ...last?.beside }, { ...next?.form, ...next?.beside })) return
      last = next
      const { draft } = now.context
      if (next) drafts.keep(draft, next, pick(next.form, stored) as Storable, isGuests)
      else drafts.forget(draft)
    })
    return () => watching.unsubscribe()
  }
  return {
    ...{ name, stored, held, beside },
    /** Keeps each change of a form, until it ends or the returned function is called. */
    follow,
    /**
     * The first context of a form, with what its draft has.
     *
     * @param about what the form was opened for, such as a symbol: each has a draft of its own
     */
    restore: (first: Omit<Context, 'draft'>, about = ''): Context => {
      const context = { ...first, draft: about === '' ? name : `${name}.${about}` } as Context
      const draft = dep('drafts').read(context.draft)
      if (!draft) return context
      const form = fitting(context.form, pick(draft.form, fields))
      return { ...context, ...pick(draft.beside ?? {}, beside), form: { ...context.form, ...form } }
    },
    /** Effect `keepDraft`: keeps each change of the form that runs it. */
    keepDraft: fromCallback<{ type: 'none' }, { form: AnyActorRef }>(({ input }) => follow(input.form)),
    /** How the machine runs `keepDraft`. */
    keeping: {
      src: 'keepDraft' as const,
      id: 'keepDraft' as const,
      input: ({ self }: { self: AnyActorRef }) => ({ form: self }),
    },
  }
}

/** The draft of a form with this context. */
export type FormDraft<Context extends Formed> = ReturnType<typeof draftOf<Context>>
