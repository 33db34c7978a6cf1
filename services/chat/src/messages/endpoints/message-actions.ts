import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { ATTACHMENTS } from '../../../wire/files.ts'
import { HISTORY_ANSWER } from '../../../wire/messages.ts'
import { IDS, objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, choice, integer, text } from '../../api/kinds.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { normalContent } from '../../tenancy/message-text.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { deleteMessage } from '../actions/delete-messages.ts'
import { editMessage } from '../actions/edit-message.ts'
import { messageHistory, readReceipts } from '../actions/message-history.ts'
import { changeReaction } from '../actions/reactions.ts'
import { renderContent } from '../actions/render-content.ts'
import { REPORT_TYPES, reportMessage } from '../actions/report-message.ts'
import { addSubmessage } from '../actions/submessages.ts'
import { BY_MESSAGE } from './message-in-path.ts'

export const patchMessage = endpoint({
  method: 'PATCH',
  path: '/messages/:message_id',
  summary: 'Edit a message, or move it or its topic',
  named: BY_MESSAGE,
  parameters: {
    content: optional(text({ mayHoldNull: true })),
    topic: optional(text(), 'subject'),
    stream_id: optional(integer()),
    propagate_mode: defaulted(choice(['change_one', 'change_later', 'change_all']), 'change_one'),
    send_notification_to_old_thread: defaulted(boolean, false),
    send_notification_to_new_thread: defaulted(boolean, true),
    prev_content_sha256: optional(text()),
  },
  answer: objectOf({ detached_uploads: ATTACHMENTS }),
  handle: async ({ tools, caller, values }) => {
    const isMove = values.topic !== undefined || values.stream_id !== undefined
    if (!isMove && values.propagate_mode !== 'change_one') {
      throw refusal('Invalid propagate_mode without topic edit')
    }
    const detached = await editMessage(tools, caller, values.message_id, {
      content: values.content,
      topic: values.topic,
      streamId: values.stream_id,
      propagateMode: values.propagate_mode,
      tellOldTopic: values.send_notification_to_old_thread,
      tellNewTopic: values.send_notification_to_new_thread,
      prevContentSha256: values.prev_content_sha256,
    })
    return { detached_uploads: detached }
  },
})

export const deleteOneMessage = endpoint({
  method: 'DELETE',
  path: '/messages/:message_id',
  summary: 'Delete a message',
  named: BY_MESSAGE,
  parameters: {},
  handle: async ({ tools, caller, values }) => {
    await deleteMessage(tools, caller, values.message_id)
  },
})

const REACTION = {
  emoji_name: optional(text()),
  emoji_code: optional(text()),
  reaction_type: optional(text()),
}

export const postReaction = endpoint({
  method: 'POST',
  path: '/messages/:message_id/reactions',
  summary: 'React to a message',
  named: BY_MESSAGE,
  parameters: { ...REACTION, emoji_name: required(text()) },
  handle: async ({ tools, caller, values }) => {
    await changeReaction(tools, caller, values.message_id, { op: 'add', ...reactionOf(values) })
  },
})

export const deleteReaction = endpoint({
  method: 'DELETE',
  path: '/messages/:message_id/reactions',
  summary: 'Take a reaction back',
  named: BY_MESSAGE,
  parameters: REACTION,
  handle: async ({ tools, caller, values }) => {
    await changeReaction(tools, caller, values.message_id, { op: 'remove', ...reactionOf(values) })
  },
})

interface ReactionValues {
  readonly emoji_name: string | undefined
  readonly emoji_code: string | undefined
  readonly reaction_type: string | undefined
}

function reactionOf(values: ReactionValues) {
  return {
    emojiName: values.emoji_name,
    emojiCode: values.emoji_code,
    reactionType: values.reaction_type,
  }
}

export const getHistory = endpoint({
  method: 'GET',
  path: '/messages/:message_id/history',
  summary: 'What a message was before',
  named: BY_MESSAGE,
  parameters: { allow_empty_topic_name: defaulted(boolean, false) },
  answer: HISTORY_ANSWER,
  handle: async ({ tools, caller, values }) => ({
    message_history: await messageHistory(tools, caller, values.message_id, {
      isEmptyAllowed: values.allow_empty_topic_name,
    }),
  }),
})

export const getReadReceipts = endpoint({
  method: 'GET',
  path: '/messages/:message_id/read_receipts',
  summary: 'Who has read a message',
  named: BY_MESSAGE,
  parameters: {},
  answer: objectOf({ user_ids: IDS }),
  handle: async ({ tools, caller, values }) => ({
    user_ids: await readReceipts(tools, caller, values.message_id),
  }),
})

export const postRender = endpoint({
  method: 'POST',
  path: '/messages/render',
  summary: 'Show how a text would look',
  parameters: { content: required(text({ mayHoldNull: true })) },
  answer: objectOf({ rendered: TEXT }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const rendered = await renderContent(tools.database, normalContent(values.content), {
      realm: caller.realm,
      viewer,
      recipientId: null,
      kind: 'message',
      rendering: tools.rendering,
    })
    return { rendered: rendered.html }
  },
})

export const postSubmessage = endpoint({
  method: 'POST',
  path: '/submessage',
  summary: 'Take part in a poll or a list of tasks',
  parameters: {
    message_id: required(integer()),
    msg_type: required(text()),
    content: required(text()),
  },
  handle: async ({ tools, caller, values }) => {
    await addSubmessage(tools, caller, values.message_id, {
      type: values.msg_type,
      content: values.content,
    })
  },
})

const MAX_DESCRIPTION = 1_000

export const postReport = endpoint({
  method: 'POST',
  path: '/messages/:message_id/report',
  summary: 'Report a message to the moderators',
  named: BY_MESSAGE,
  parameters: {
    report_type: required(choice(REPORT_TYPES)),
    description: defaulted(text({ maxLength: MAX_DESCRIPTION }), ''),
  },
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    reportMessage(tools, caller, {
      messageId: values.message_id,
      type: values.report_type,
      description: values.description,
    }),
})
