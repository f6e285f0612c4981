import { assign, setup } from 'xstate'
import { writeService } from '../../api/account/chat.ts'
import { refusedServiceField, type ServiceForm, type ServiceKey, serviceErrors } from '../../rules/account/chat.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

type Context = FormContext<ServiceForm, keyof ServiceForm, ServiceKey> &
  Drafted & {
    clientId: string
    /** Whether the server sends the answer itself; null until the form is accepted. */
    mailed: boolean | null
  }

/** The draft of a question. */
export const serviceDraft = draftOf<Context>({
  name: 'service',
  stored: ['email', 'text'],
  isGuests: true,
  isBegun: ({ form, mailed }) => mailed === null && (form.email !== '' || form.text !== ''),
})

/** Writing to customer service as a guest. */
export const serviceFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { clientId: string },
    events: {} as
      | { type: 'service.change'; field: keyof ServiceForm; value: string }
      | { type: 'service.submit' }
      | { type: 'service.again'; clientId: string },
    tags: {} as 'busy' | 'done',
  },
  actors: {
    writeService: call(writeService, { stays: true, form: true }),
    keepDraft: serviceDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: { field: keyof ServiceForm; value: string }) =>
      typedInto(context, typed, typed.field),
    ),
    showErrors: assign({ errors: ({ context }) => serviceErrors(context.form) }),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedServiceField) })),
    forgetFailure: assign({ failure: null }),
    keepOutcome: assign((_, { output }: { output: { mailed: boolean } }) => ({ mailed: output.mailed })),
    beginAgain: assign(({ context: { form } }, { clientId }: { clientId: string }) => ({
      clientId,
      form: { ...form, text: '' },
      errors: {},
      mailed: null,
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(serviceErrors(context.form)),
  },
}).createMachine({
  id: 'serviceForm',
  description: 'A question to customer service, answered by e-mail. Without a response, the same question is retried.',
  context: ({ input: { clientId } }) =>
    serviceDraft.restore({
      form: { email: '', text: '' },
      errors: {},
      failure: null,
      clientId,
      mailed: null,
    }),
  invoke: serviceDraft.keeping,
  initial: 'open',
  states: {
    open: {
      on: {
        'service.change': { actions: withEvent('change') },
        'service.submit': [{ guard: 'isComplete', target: 'sending' }, { actions: 'showErrors' }],
      },
    },
    sending: {
      description: 'A second tap is ignored.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'writeService',
        id: 'writeService',
        input: ({ context: { form, clientId } }) => ({
          clientId,
          email: form.email.trim(),
          text: form.text.trim(),
        }),
        onDone: { target: 'done', actions: withEvent('keepOutcome') },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: {
      tags: 'done',
      on: {
        'service.again': { target: 'open', actions: withEvent('beginAgain') },
      },
    },
  },
})
