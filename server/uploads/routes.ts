import { uploadPhoto } from '../../src/api/account/uploads.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Relief } from '../platform/http/rules.ts'
import { createTurns } from '../platform/unit/turns.ts'
import { active } from '../user/module.ts'
import { takePhoto, uploadLimits } from './uploads.ts'

const WAITING_MAX = 16

export function uploadRoutes(relief: Relief<object>): readonly Route[] {
  const turn = createTurns(1, WAITING_MAX)
  return [
    route(uploadPhoto, {
      limits: uploadLimits,
      relief,
      needs: [active],
      handle: ({ input, file, platform, session }) => takePhoto(platform, turn, session.userId, input, file),
    }),
  ]
}
