import { refusal } from './api-error.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS } from './realm-settings.ts'
import { say } from './words/say.ts'

const TRUNCATED = '\n[message truncated]'

/** A message's text as it is stored. @throws ApiError when it is empty */
export function normalContent(text: string): string {
  const content = text.trimEnd().replace(/^\n+/, '')
  if (content === '') throw refusal('Message must not be empty')
  if (content.includes('\0')) throw refusal('Message must not contain null bytes')
  return truncate(content, LIMITS.message, TRUNCATED)
}

/** A topic as it is stored on sending: one that is too long is cut. */
export function normalTopic(text: string): string {
  const topic = text.trim()
  if (topic === EMPTY_TOPIC_DISPLAY_NAME || topic === '(no topic)') return ''
  const bad = invalidCharacter(topic)
  if (bad !== undefined)
    throw refusal(say('Invalid character in topic, at position %{bad}!', { bad }))
  return truncate(topic, LIMITS.topic, '...')
}

export function truncate(text: string, limit: number, mark: string): string {
  if (text.length <= limit) return text
  const points = Array.from(text)
  return points.length <= limit ? text : points.slice(0, limit - mark.length).join('') + mark
}

// Control characters, lone surrogates and noncharacters.
const INVALID = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** The position, counted from 1, of the first character that a name cannot contain. */
export function invalidCharacter(text: string): number | undefined {
  const index = Array.from(text).findIndex((character) => INVALID.test(character))
  return index === -1 ? undefined : index + 1
}
