import {
  createActor,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
  toPromise,
} from 'xstate'

/**
 * An effect whose code is loaded on first use, not with the first screen. Stopped while loading, it does not start.
 *
 * @param load if it fails, so does the effect
 */
export const later = <Output, Input extends NonReducibleUnknown>(
  load: () => Promise<PromiseActorLogic<Output, Input>>,
) =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    const effect = createActor(await load(), { input })
    signal.throwIfAborted()
    signal.addEventListener('abort', () => effect.stop())
    return toPromise(effect.start())
  })

/** A subscription: it emits by `send`, until the returned function is called. */
export type Watch<Input, Event> = (input: Input, send: (event: Event) => void) => () => void

/** A watching effect whose code is loaded on first use. If loading fails, it emits nothing. */
export const laterWatch = <Input extends NonReducibleUnknown, Event extends { type: string }>(
  load: (input: Input) => Promise<Watch<Input, Event>>,
) =>
  fromCallback<{ type: 'none' }, Input>(({ input, sendBack }) => {
    let ended = false
    let end = () => {}
    load(input)
      .then((begin) => {
        if (!ended) end = begin(input, sendBack)
      })
      .catch(() => {})
    return () => {
      ended = true
      end()
    }
  })

/** Loads at the first call only; after a failure the next call retries. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
