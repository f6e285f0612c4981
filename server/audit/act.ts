import { type Given, OperatorError } from '../platform/command.ts'
import { commitAndAnnounce } from '../platform/nodes/announce.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { noteAct } from './audit.ts'

/**
 * Carries an operator's act out, and notes it, both or neither; running servers hear of it.
 *
 * @param name the command's
 * @param reason for the audit log
 * @param work answers whom it was done to, null for someone without an account, or `undefined` where there was nothing to do it to
 * @param missing what there is none of then
 * @throws OperatorError where there was nothing to do it to
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
