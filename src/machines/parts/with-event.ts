/** What `withEvent` makes. */
export type WithEvent<Type extends string> = Type extends string
  ? { type: Type; params: <Event>(args: { event: Event }) => Event }
  : never

const eventOf = ({ event }: { event: unknown }) => event

/** An action or a guard that is handed the event that it is about. */
export const withEvent = <const Type extends string>(type: Type) =>
  ({ type, params: eventOf }) as unknown as WithEvent<Type>
