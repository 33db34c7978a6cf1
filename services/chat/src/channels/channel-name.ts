import type { Bilingual } from '@oficina/words/bilingual.ts'

import { refusal } from '../tenancy/api-error.ts'
import { invalidCharacter } from '../tenancy/message-text.ts'
import { LIMITS } from '../tenancy/realm-settings.ts'
import { say } from '../tenancy/words/say.ts'

/**
 * A channel's name as it is stored.
 * @throws ApiError for an empty one, one that is too long, or one with a forbidden character
 */
export function channelName(text: string): string {
  const name = text.trim()
  if (name === '') throw refusal("Channel name can't be empty.")
  if (Array.from(name).length > LIMITS.streamName) {
    throw refusal(
      say('Channel name too long (limit: %{max} characters).', { max: LIMITS.streamName }),
    )
  }
  const bad = invalidCharacter(name)
  if (bad !== undefined) {
    throw refusal(say('Invalid character in channel name, at position %{bad}.', { bad }))
  }
  return name
}

/** A description is a single line. */
export function channelDescription(text: string): string {
  return text.replaceAll('\n', ' ')
}

/** The notification bot's words for a channel's privacy. */
export function privacyName({
  inviteOnly,
  isWebPublic,
  historyPublicToSubscribers,
}: ChannelPrivacy): Bilingual {
  if (isWebPublic) return say('Web-public')
  if (!inviteOnly) return say('Public')
  return historyPublicToSubscribers
    ? say('Private, shared history')
    : say('Private, protected history')
}

export interface ChannelPrivacy {
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublicToSubscribers: boolean
}
