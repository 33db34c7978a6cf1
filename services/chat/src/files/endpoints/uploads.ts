import { ATTACHMENTS_ANSWER, UPLOAD_ANSWER } from '../../../wire/files.ts'
import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint, type UploadedFile } from '../../api/endpoint.ts'
import { numberInPath, textInPath } from '../../api/path-parameters.ts'
import { ApiError, notFound, refusal } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { deleteFile, listFiles, uploadFile } from '../actions/upload-file.ts'
import { fileToken } from '../file-token.ts'
import { fileFor } from '../store/attachment-store.ts'

/** The only file of a call. @throws ApiError */
function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file, ...others] = files
  if (file === undefined) throw refusal('You must specify a file to upload')
  if (others.length > 0) throw refusal('You may only upload one file at a time')
  return file
}

export const postUserUpload = endpoint({
  method: 'POST',
  path: '/user_uploads',
  summary: 'Upload a file',
  parameters: {},
  answer: UPLOAD_ANSWER,
  takesFiles: true,
  handle: async ({ tools, caller, files }) => {
    const file = onlyFile(files)
    if (file.isTooLarge) {
      throw refusal(
        say("File is larger than this server's configured maximum upload size (%{max} MiB).", {
          max: tools.maxUploadMib,
        }),
      )
    }
    const url = `/user_uploads/${await uploadFile(tools, caller, file)}`
    return { url, uri: url, filename: file.name }
  },
})

/** @throws ApiError 404 or 403 */
export function forbiddenFile(): ApiError {
  return new ApiError('FORBIDDEN', 'You are not authorized to view this file.')
}

export function missingFile(): ApiError {
  return notFound('This file does not exist or has been deleted.')
}

export const getTemporaryUrl = endpoint({
  method: 'GET',
  path: '/user_uploads/:realm_id_str/:shelf/:random/:filename',
  summary: 'An address at which a file can be read without credentials for a minute',
  named: {
    realm_id_str: textInPath('The organization.'),
    shelf: textInPath('A part of the file’s address.'),
    random: textInPath('A part of the file’s address.'),
    filename: textInPath('The name of the file.'),
  },
  parameters: {},
  answer: objectOf({ url: TEXT }),
  handle: async ({ tools, caller, values }) => {
    const place = [values.realm_id_str, values.shelf, values.random, values.filename].join('/')
    const file = await fileFor(tools.database, viewerOf(caller), place)
    if (file === undefined) throw missingFile()
    if (!file.is_readable) throw forbiddenFile()
    const token = fileToken(place, tools.secret, tools.now())
    const name = encodeURIComponent(place.split('/').at(-1) ?? '')
    return { url: `/user_uploads/temporary/${token}/${name}` }
  },
})

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  summary: 'The caller’s uploaded files',
  parameters: {},
  answer: ATTACHMENTS_ANSWER,
  handle: async ({ tools, caller }) => {
    const { files, usedBytes } = await listFiles(tools, caller)
    return { attachments: files, upload_space_used: usedBytes }
  },
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/:attachment_id',
  summary: 'Delete an uploaded file of the caller',
  named: { attachment_id: numberInPath('The file.') },
  parameters: {},
  handle: ({ tools, caller, values }) => deleteFile(tools, caller, values.attachment_id),
})
