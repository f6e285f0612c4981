import { planMachine } from '../../src/machines/orders/plan.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/plan.ts'

testMachine(planMachine, walks)
