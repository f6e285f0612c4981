import { testMachine } from './coverage.ts'
import { machine, walks } from './orders/priceAlert.ts'

testMachine(machine, walks)
