import { withdrawalMachine } from '../../src/machines/orders/withdrawal.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/withdrawal.ts'

testMachine(withdrawalMachine, walks)
