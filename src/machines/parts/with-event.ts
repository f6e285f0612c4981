/** The result of `withEvent`. */
export type WithEvent<Type extends string> = Type extends string
  ? { type: Type; params: <Event>(args: { event: Event }) => Event }
  : never

const eventOf = ({ event }: { event: unknown }) => event

/** An action or a guard that receives its event. */
export const withEvent = <const Type extends string>(type: Type) =>
  ({ type, params: eventOf }) as unknown as WithEvent<Type>
