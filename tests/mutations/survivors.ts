/** Mutants that live although they are faults, each with why no test sees them. */
export const explained: Readonly<Record<string, string>> = {
  'server/deposit/word.ts: const effect = await (userId === undefined ? commit(platform, work) : commitFor(platform, userId, work)) → const effect = await (userId !== undefined ? commit(platform, work) : commitFor(platform, userId, work))':
    'The lock of a person spares a second run alone: a deposit is moved by its version, and who comes second is run again.',
}
