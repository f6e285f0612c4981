import { savingsMachine } from '../../src/machines/orders/savings.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/savings.ts'

testMachine(savingsMachine, walks)
