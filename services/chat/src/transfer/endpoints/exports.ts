import { defaulted } from '@oficina/api/parameter.ts'

import { CONSENTS_ANSWER, EXPORTS_ANSWER } from '../../../wire/organization.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { integerChoice } from '../../api/kinds.ts'
import { otherRoute } from '../../api/other-route.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { inAddress } from '../../files/endpoints/file-address.ts'
import {
  deleteExport,
  listConsents,
  listExports,
  missingExport,
  orderExport,
} from '../actions/exports.ts'
import { EXPORT_TYPE, isExportPlace } from '../store/export-job-store.ts'

export const postExport = endpoint({
  method: 'POST',
  path: '/export/realm',
  summary: 'Export the organization into a file',
  parameters: {
    export_type: defaulted(integerChoice(Object.values(EXPORT_TYPE)), EXPORT_TYPE.public),
  },
  answer: objectOf({ id: INTEGER }),
  auth: 'human',
  handle: async ({ tools, caller, values }) => {
    const id = await orderExport(tools, caller, values.export_type)
    tools.exports.wake(tools)
    return { id }
  },
})

export const getExports = endpoint({
  method: 'GET',
  path: '/export/realm',
  summary: 'The exports of the organization',
  parameters: {},
  answer: EXPORTS_ANSWER,
  auth: 'human',
  handle: async ({ tools, caller }) => ({ exports: await listExports(tools, caller) }),
})

export const removeExport = endpoint({
  method: 'DELETE',
  path: '/export/realm/:export_id',
  summary: 'Delete the file of an export',
  named: { export_id: numberInPath('The export.') },
  parameters: {},
  auth: 'human',
  handle: ({ tools, caller, values }) => deleteExport(tools, caller, values.export_id),
})

export const getConsents = endpoint({
  method: 'GET',
  path: '/export/realm/consents',
  summary: 'Who agreed to have their private data exported',
  parameters: {},
  answer: CONSENTS_ANSWER,
  auth: 'human',
  handle: async ({ tools, caller }) => ({ export_consents: await listConsents(tools, caller) }),
})

/** The file of an export, at an address that nobody can guess, until it is deleted. */
export const exportFile = otherRoute({
  path: '/user_avatars/exports/*',
  named: { '*': inAddress('The place of the export.') },
  handle: async ({ tools, reply, values: { '*': rest } }) => {
    const place = `exports/${rest}`
    if (!(await isExportPlace(tools.database, place))) throw missingExport()
    const file = await tools.uploads.open(place)
    if (file === undefined) throw missingExport()
    return reply
      .header('content-type', 'application/gzip')
      .header('content-length', String(file.sizeBytes))
      .header('content-disposition', 'attachment; filename="zulip-export.tar.gz"')
      .header('cache-control', 'private, no-store')
      .send(file.stream)
  },
})
