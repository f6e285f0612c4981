import { kycMachine } from '../../src/machines/reviews/kyc.ts'
import { testMachine } from './coverage.ts'
import { walks } from './reviews/kyc.ts'

testMachine(kycMachine, walks)
