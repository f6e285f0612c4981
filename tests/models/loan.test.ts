import { loanMachine } from '../../src/machines/orders/loan.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/loan.ts'

testMachine(loanMachine, walks)
