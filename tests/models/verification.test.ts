import { verificationMachine } from '../../src/machines/orders/verification.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/verification.ts'

testMachine(verificationMachine, walks)
