import * as v from 'valibot'
import { photoPurposes } from '../../rules/account/photos.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

export const uploadPhoto = defineCall({
  method: 'POST',
  path: 'upload',
  token: true,
  ours: true,
  file: true,
  summary: 'Uploads a photograph (JPEG, PNG or WebP, at most 8 MB), visible only to its sender and the reviewers.',
  input: v.object({ purpose: v.picklist(photoPurposes) }),
  output: v.object({ id: f.id }),
})
