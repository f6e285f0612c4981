import { leverMachine } from '../../src/machines/orders/lever.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/lever.ts'

testMachine(leverMachine, walks)
