import {
  createActor,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
  toPromise,
} from 'xstate'

/**
 * An effect whose code comes when it is first wanted, and not with the first screen. Given up while that is under way, it
 * does not begin.
 *
 * @param load fails where the code cannot be had, and the effect with it
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

/** Something to watch: it tells by `send`, until what it returned is called. */
export type Watch<Input, Event> = (input: Input, send: (event: Event) => void) => () => void

/** An effect that watches, whose code comes likewise. Where it cannot be had, there is nothing to tell. */
export const laterWatch = <Input extends NonReducibleUnknown, Event extends { type: string }>(
  load: (input: Input) => Promise<Watch<Input, Event>>,
) =>
  fromCallback<{ type: 'none' }, Input>(({ input, sendBack }) => {
    let ended = false
    let end = () => {}
    const watch = async () => {
      const begin = await load(input)
      if (!ended) end = begin(input, sendBack)
    }
    watch().catch(() => {})
    return () => {
      ended = true
      end()
    }
  })

/** Loads at the first call, and never again; after a failure the next call tries anew. */
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
