import { type Given, OperatorError } from '../platform/command.ts'
import { commitAndAnnounce } from '../platform/nodes/announce.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { noteAct } from './audit.ts'

/**
 * Executes an operator's act and records it, atomically; running servers are notified.
 *
 * @param name the command's
 * @param reason for the audit log
 * @param work returns the affected user, null for someone without an account, or `undefined` if the target does not exist
 * @param missing the name of a missing target
 * @throws OperatorError if the target does not exist
 */
export function act<T>(
  { platform, who, args, facts }: Given,
  { name, reason, missing }: { name: string; reason: string; missing: string },
  work: (unit: Unit, args: readonly string[]) => Promise<{ userId: string | null; result: T } | undefined>,
): Promise<T> {
  return commitAndAnnounce(platform, async (unit) => {
    const done = await work(unit, args)
    if (!done) throw new OperatorError(`there is no such ${missing}`)
    await noteAct(unit, { who, act: name, userId: done.userId, why: reason, facts })
    return done.result
  })
}
