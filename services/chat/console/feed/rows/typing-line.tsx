import { channelOf, directOf, topicOf, type Narrow } from '../../narrow/narrow.ts'
import { directKey } from '../../state/conversations/direct.ts'
import { typingInDirect, typingInTopic } from '../../state/conversations/typing.ts'
import { userSettings } from '../../state/own/own.ts'
import { mutedUsers } from '../../state/people/muted-users.ts'
import { words } from '../../words/feed.ts'
import { directNames } from './direct-names.ts'

const MOST_NAMED = 3

/** Who is writing in the conversation that is shown. Its room is always there, so that nothing moves. */
export function TypingLine({ narrow }: { readonly narrow: Narrow }) {
  const isWanted = userSettings.value?.receives_typing_notifications !== false
  const ids = isWanted ? typistsOf(narrow).filter((id) => !mutedUsers.value.has(id)) : []
  return (
    <p class="typing-line" aria-live="polite">
      {textOf(ids)}
    </p>
  )
}

function typistsOf(narrow: Narrow): readonly number[] {
  const people = directOf(narrow)
  if (people !== undefined) return typingInDirect(directKey(people))
  const channelId = channelOf(narrow)
  const topic = topicOf(narrow)
  return channelId === undefined || topic === undefined ? [] : typingInTopic(channelId, topic)
}

function textOf(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  if (ids.length > MOST_NAMED) return words('typingSeveral')
  return words(ids.length === 1 ? 'typingOne' : 'typingMany', { names: directNames(ids) })
}
