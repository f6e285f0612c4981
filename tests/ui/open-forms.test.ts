import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { formOpen$, holdOpen } from '../../src/ui/forms/open-forms.ts'

test('what is under way on no page counts as open for as long as it says so, each by itself', () => {
  const told: boolean[] = []
  formOpen$.subscribe((open) => told.push(open))
  const [one$, other$] = [new Subject<boolean>(), new Subject<boolean>()]
  holdOpen(one$)
  holdOpen(other$)
  one$.next(false)
  one$.next(true)
  other$.next(true)
  one$.next(false)
  one$.next(false)
  expect(told).toEqual([false, true])
  other$.next(false)
  expect(told).toEqual([false, true, false])
})
