/** The body of an effect that the composition root has not provided: it fails at its first use, with its name. */
export const mustProvide =
  (name: string, what: 'actor' | 'action' | 'guard' = 'actor') =>
  (): never => {
    throw new Error(`\`${name}\` ${what} must be provided`)
  }
