import type { EventNamed } from '../../../wire/events.ts'
import type { ReactionObject, ReadMessageObject } from '../../../wire/messages.ts'
import { ChangesSince } from '../changes-since.ts'
import { deletedIds } from '../deleted-ids.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

/** A message with the flags of the person who is signed in. */
export type Message = ReadMessageObject

/** What happened to messages, for those who show them. */
export type MessageChange =
  | { readonly kind: 'new'; readonly message: Message; readonly localId: string | undefined }
  | { readonly kind: 'changed'; readonly ids: readonly number[] }
  | { readonly kind: 'moved'; readonly ids: readonly number[] }
  | { readonly kind: 'deleted'; readonly ids: readonly number[] }
  /** The reader starred them, here or elsewhere; not all of them are known. */
  | { readonly kind: 'starred'; readonly ids: readonly number[] }
  /** The reader marked them unread. */
  | { readonly kind: 'unread'; readonly ids: readonly number[] }
  /** Something may have been missed: who shows messages fetches them anew. */
  | { readonly kind: 'reset' }

type Listener = (change: MessageChange) => void

// A few screens in each of a dozen views, besides what open views hold.
const MAX_MESSAGES = 5000
// Dropping looks at all that are held, so it waits until it is worth it.
const DROPPED_AT_ONCE = 500

/** The messages seen lately, by id. */
export const messages = new Table<number, Message>()
/** Which messages changed while an answer was on its way. */
export const changesSince = new ChangesSince()
const listeners = new Set<Listener>()
const holders = new Set<() => readonly number[]>()

/** Tells `listener` of every change until the answer is called. */
export function onMessages(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Keeps the messages of a view, however many others come, until the answer is called. */
export function holdMessages(held: () => readonly number[]): () => void {
  holders.add(held)
  return () => {
    holders.delete(held)
  }
}

/** Keeps fetched messages; the oldest kept that no view holds are dropped beyond the bound. */
export function keepMessages(fetched: readonly Message[]): void {
  for (const message of fetched) {
    // What a search marked belongs to that search alone.
    const { match_content: _content, match_subject: _subject, ...plain } = message
    messages.set(message.id, plain)
  }
  if (messages.peekAll().size > MAX_MESSAGES + DROPPED_AT_ONCE) drop(MAX_MESSAGES)
}

/**
 * Keeps an answer's messages, but for those that changed since it was asked for.
 * @param began what `changesSince.now()` said then
 * @returns the ids of those that changed and are not known: they have to be asked for again
 */
export function keepFetched(fetched: readonly Message[], began: number): readonly number[] {
  const isOld = ({ id }: Message): boolean => changesSince.has(id, began)
  keepMessages(fetched.filter((message) => !isOld(message)))
  return fetched.filter((one) => isOld(one) && !messages.peekAll().has(one.id)).map(({ id }) => id)
}

function drop(most: number): void {
  const held = new Set([...holders].flatMap((holder) => holder()))
  const over = messages.peekAll().size - most
  const free = [...messages.peekAll().keys()].filter((id) => !held.has(id))
  for (const id of free.slice(0, over)) messages.delete(id)
}

export const messagesPart: Part = {
  take: () => {
    // What is shown stays until whoever shows it has fetched it anew.
    drop(0)
    tell({ kind: 'reset' })
  },
  events: {
    message: ({ message, flags, local_message_id: localId }) => {
      const whole = { ...message, flags }
      keepMessages([whole])
      tell({ kind: 'new', message: whole, localId })
    },
    update_message: (event) => edit(event),
    delete_message: (event) => {
      const ids = deletedIds(event)
      for (const id of ids) messages.delete(id)
      tell({ kind: 'deleted', ids })
    },
    'update_message_flags add': ({ flag, messages: ids, all }) => {
      const changed = all ? [...messages.peekAll().keys()] : ids
      setFlag(changed, (flags) => (flags.includes(flag) ? flags : [...flags, flag]))
      if (flag === 'starred') tell({ kind: 'starred', ids })
    },
    'update_message_flags remove': ({ flag, messages: ids }) => {
      setFlag(ids, (flags) => flags.filter((one) => one !== flag))
      if (flag === 'read') tell({ kind: 'unread', ids })
    },
    'reaction add': ({ message_id: id, ...event }) =>
      change(id, (message) => ({
        ...message,
        reactions: [...message.reactions.filter((one) => !isSame(one, event)), reactionOf(event)],
      })),
    'reaction remove': ({ message_id: id, ...event }) =>
      change(id, (message) => ({
        ...message,
        reactions: message.reactions.filter((one) => !isSame(one, event)),
      })),
    submessage: ({ message_id: id, submessage_id: own, sender_id, msg_type, content }) =>
      change(id, (message) => ({
        ...message,
        submessages: [
          ...message.submessages,
          { id: own, message_id: id, sender_id, msg_type, content },
        ],
      })),
  },
}

function reactionOf({ emoji_name, emoji_code, reaction_type, user_id }: ReactionObject) {
  return { emoji_name, emoji_code, reaction_type, user_id }
}

function tell(change: MessageChange): void {
  for (const listener of listeners) listener(change)
}

function change(id: number, how: (message: Message) => Message): void {
  changesSince.note([id])
  if (messages.peek(id) === undefined) return
  messages.update(id, how)
  tell({ kind: 'changed', ids: [id] })
}

function setFlag(
  ids: readonly number[],
  how: (flags: readonly string[]) => readonly string[],
): void {
  changesSince.note(ids)
  const known = ids.filter((id) => messages.peek(id) !== undefined)
  for (const id of known) {
    messages.update(id, (message) => ({ ...message, flags: how(message.flags) }))
  }
  if (known.length > 0) tell({ kind: 'changed', ids: known })
}

function edit(event: EventNamed<'update_message'>): void {
  const { message_id: shown, message_ids: all, subject, new_stream_id: channelId } = event
  const { rendered_content: content, is_me_message: isMe, flags, edit_timestamp: at } = event
  if (content !== undefined) {
    change(shown, (message) => ({
      ...message,
      content,
      is_me_message: isMe ?? message.is_me_message,
      flags,
      ...(event.rendering_only ? {} : { last_edit_timestamp: at }),
    }))
  }
  if (subject === undefined && channelId === undefined) return
  for (const id of all) {
    messages.update(id, (message) => ({
      ...message,
      ...(subject === undefined ? {} : { subject }),
      ...(channelId === undefined ? {} : { stream_id: channelId }),
      ...(event.topic_links === undefined ? {} : { topic_links: event.topic_links }),
      last_moved_timestamp: at,
    }))
  }
  changesSince.note(all)
  tell({ kind: 'moved', ids: all })
}

function isSame(one: ReactionObject, other: ReactionObject): boolean {
  return (
    one.user_id === other.user_id &&
    one.emoji_code === other.emoji_code &&
    one.reaction_type === other.reaction_type
  )
}
