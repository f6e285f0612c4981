import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { formOpen$, holdOpen } from '../../src/ui/forms/open-forms.ts'

test('open forms: pending requests without a page count as open, each separately', () => {
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
