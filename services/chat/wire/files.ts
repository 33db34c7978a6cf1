import {
  choice,
  described,
  INTEGER,
  listOf,
  objectOf,
  MILLISECONDS,
  TEXT,
  type TypeOf,
} from './shape.ts'

/** An uploaded file as its owner sees it. */
const ATTACHMENT = objectOf({
  id: INTEGER,
  name: TEXT,
  path_id: TEXT,
  size: described(INTEGER, 'Bytes.'),
  create_time: MILLISECONDS,
  messages: listOf(objectOf({ id: INTEGER, date_sent: MILLISECONDS })),
})
export type AttachmentObject = TypeOf<typeof ATTACHMENT>

export const ATTACHMENTS = listOf(ATTACHMENT)

const USED = { upload_space_used: described(INTEGER, 'Bytes of all files of the organization.') }

export const ATTACHMENTS_ANSWER = objectOf({ attachments: ATTACHMENTS, ...USED })
export type AttachmentsAnswer = TypeOf<typeof ATTACHMENTS_ANSWER>

export const UPLOAD_ANSWER = objectOf({ url: TEXT, uri: TEXT, filename: TEXT })
export type UploadAnswer = TypeOf<typeof UPLOAD_ANSWER>

/** Events about a person’s files. */
export const FILE_EVENTS = [
  objectOf({
    type: choice('attachment'),
    op: choice('add', 'update'),
    attachment: ATTACHMENT,
    ...USED,
  }),
  objectOf({
    type: choice('attachment'),
    op: choice('remove'),
    attachment: objectOf({ id: INTEGER }),
    ...USED,
  }),
] as const
