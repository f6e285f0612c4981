import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/deposit.ts'

testMachine(depositMachine, walks)
