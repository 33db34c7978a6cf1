interface ReactionEmoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

interface DeletedIn {
  readonly type: 'delete_message'
  readonly message_ids: readonly number[]
}

/** The same for a client that gets one message at a time. */
interface OneDeletedIn {
  readonly type: 'delete_message'
  readonly message_id: number
}

interface InChannel {
  readonly message_type: 'stream'
  readonly stream_id: number
  readonly topic: string
}

interface AmongUsers {
  readonly message_type: 'private'
}

type DeleteMessage = (DeletedIn | OneDeletedIn) & (InChannel | AmongUsers)

interface Reaction extends ReactionEmoji {
  readonly type: 'reaction'
  readonly op: 'add' | 'remove'
  readonly message_id: number
  readonly user_id: number
  readonly user: {
    readonly user_id: number
    readonly email: string
    readonly full_name: string
  }
}

interface Submessage {
  readonly type: 'submessage'
  readonly message_id: number
  readonly submessage_id: number
  readonly sender_id: number
  readonly msg_type: string
  readonly content: string
}

interface TypingPerson {
  readonly user_id: number
  readonly email: string
}

interface TypingDirect {
  readonly type: 'typing'
  readonly op: 'start' | 'stop'
  readonly message_type: 'direct'
  readonly sender: TypingPerson
  readonly recipients: readonly TypingPerson[]
}

interface TypingInChannel {
  readonly type: 'typing'
  readonly op: 'start' | 'stop'
  readonly message_type: 'stream'
  readonly sender: TypingPerson
  readonly stream_id: number
  readonly topic: string
}

interface TypingEditMessage {
  readonly type: 'typing_edit_message'
  readonly op: 'start' | 'stop'
  readonly sender_id: number
  readonly message_id: number
  readonly recipient:
    | { readonly type: 'direct'; readonly user_ids: readonly number[] }
    | { readonly type: 'channel'; readonly channel_id: number; readonly topic: string }
}

/** What an event says about a message's text. */
export interface ContentNow {
  readonly content: string
  readonly rendered_content: string
  readonly is_me_message: boolean
  /** Absent when only the rendering changed. */
  readonly orig_content?: string
  readonly orig_rendered_content?: string
}

/** Where messages were moved from, and what changed. */
export interface MessagesMoved {
  readonly stream_id: number
  readonly stream_name: string
  readonly propagate_mode: 'change_one' | 'change_later' | 'change_all'
  readonly orig_subject: string
  readonly subject?: string
  readonly topic_links?: readonly { readonly text: string; readonly url: string }[]
  readonly new_stream_id?: number
}

/** A message whose text changed, messages that were moved, or both. */
interface UpdateMessage extends Partial<ContentNow>, Partial<MessagesMoved> {
  readonly type: 'update_message'
  /** Null when nobody edited it and only the rendering changed. */
  readonly user_id: number | null
  readonly edit_timestamp: number
  readonly message_id: number
  readonly message_ids: readonly number[]
  readonly flags: readonly string[]
  readonly rendering_only: boolean
}

/** What a client needs to count a message as unread again. */
export interface UnreadDetails {
  readonly type: 'stream' | 'private'
  readonly mentioned?: boolean
  readonly user_ids?: readonly number[]
  readonly stream_id?: number
  readonly topic?: string
  readonly unmuted_stream_msg?: boolean
}

interface UpdateMessageFlags {
  readonly type: 'update_message_flags'
  readonly op: 'add' | 'remove'
  /** The old name of `op`. */
  readonly operation: 'add' | 'remove'
  readonly flag: string
  readonly messages: readonly number[]
  readonly all: boolean
  /** When reading is undone, by message id. */
  readonly message_details?: Readonly<Record<string, UnreadDetails>>
}

/** An uploaded file as the API shows it to its owner. */
export interface AttachmentObject {
  readonly id: number
  readonly name: string
  readonly path_id: string
  readonly size: number
  /** UNIX seconds. */
  readonly create_time: number
  readonly messages: readonly { readonly id: number; readonly date_sent: number }[]
}

interface AttachmentNow {
  readonly type: 'attachment'
  readonly op: 'add' | 'update'
  readonly attachment: AttachmentObject
  /** Bytes of all files of the organization. */
  readonly upload_space_used: number
}

interface AttachmentRemove {
  readonly type: 'attachment'
  readonly op: 'remove'
  readonly attachment: { readonly id: number }
  readonly upload_space_used: number
}

/** Events about existing messages; a new one has a notice of its own. */
export type MessageEvent =
  | DeleteMessage
  | Reaction
  | Submessage
  | TypingDirect
  | TypingInChannel
  | TypingEditMessage
  | UpdateMessage
  | UpdateMessageFlags
  | AttachmentNow
  | AttachmentRemove
