import { expect } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { CallRefused } from '../../../src/api/wire/answer.ts'
import type { Failure } from '../../../src/machines/parts/form.ts'
import type { Run } from './coverage.ts'

/** The failure of a machine's form; null if it was accepted, or the machine has no form. */
export const failureIn = ({ context }: AnyMachineSnapshot): Failure | null => context?.failure ?? null

/** Whatever changes a form. */
const CHANGE = /\.(change|choosePhoto|setChannel|setMode)$/

/** A form shows its failure at the field concerned, until it is changed. */
export function expectFailure<M extends AnyStateMachine>(
  { snapshot, passed }: Run<M>,
  field: string | null = null,
): void {
  const { type, error } = passed.at(-1) ?? { type: '' }
  const failure = failureIn(snapshot())
  if (error instanceof CallRefused) expect(failure).toEqual({ refusal: error.refusal, field })
  else if (error) expect(failure).toEqual({ refusal: null, field: null })
  else if (CHANGE.test(type)) expect(failure).toBeNull()
}
