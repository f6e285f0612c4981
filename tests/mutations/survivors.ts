/** Mutants that live although they are faults, each with why no test sees them. */
export const explained: Readonly<Record<string, string>> = {}
