import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { channelOf, directOf, termOf, topicOf, type Narrow } from '../narrow/narrow.ts'
import { channels } from '../state/conversations/channels.ts'
import { ownId } from '../state/part.ts'
import { words } from '../words/feed.ts'
import { membersOf } from './feed-narrow.ts'
import { directNames } from './rows/direct-names.ts'
import { TypingLine } from './rows/typing-line.tsx'

/** Nothing is here: what would be, and what to do. */
export function FeedEmpty({ narrow }: { readonly narrow: Narrow }) {
  const { title, hint } = textsOf(narrow)
  return (
    <div class="feed-view">
      <Empty title={title}>
        {hint !== undefined && <p>{hint}</p>}
        <p>
          <Link to="/inbox">{words('inboxLink')}</Link>
        </p>
      </Empty>
      <TypingLine narrow={narrow} />
    </div>
  )
}

interface Texts {
  readonly title: string
  readonly hint?: string
}

function textsOf(narrow: Narrow): Texts {
  const members = membersOf(narrow).filter(({ operator }) => operator !== 'with')
  if (members.length === 0) return { title: words('emptyAll'), hint: words('emptyAllHint') }
  if (members.length === 1) {
    const kind = kindTexts(termOf(members, 'is')?.operand ?? termOf(members, 'has')?.operand)
    if (kind !== undefined) return kind
  }
  const users = directOf(members)
  if (users !== undefined && members.length === 1) return directTexts(users)
  const channelId = channelOf(members)
  if (channelId === undefined || members.length > 2) return searchTexts()
  const name = channels.get(channelId)?.name ?? ''
  if (members.length === 1) {
    return { title: words('emptyChannel', { name }), hint: words('emptyChannelHint') }
  }
  if (topicOf(members) === undefined) return searchTexts()
  return { title: words('emptyTopic'), hint: words('emptyTopicHint') }
}

function searchTexts(): Texts {
  return { title: words('emptySearch'), hint: words('emptySearchHint') }
}

function directTexts(users: readonly number[]): Texts {
  const isOwn = users.every((id) => id === ownId())
  return {
    title: isOwn ? words('emptyOwn') : words('emptyDirect', { names: directNames(users) }),
    hint: words('emptyDirectHint'),
  }
}

function kindTexts(kind: unknown): Texts | undefined {
  switch (kind) {
    case 'mentioned':
      return { title: words('emptyMentioned'), hint: words('emptyMentionedHint') }
    case 'starred':
      return { title: words('emptyStarred'), hint: words('emptyStarredHint') }
    case 'reaction':
      return { title: words('emptyReactions') }
    case 'dm':
    case 'private':
      return { title: words('emptyDirects'), hint: words('emptyDirectsHint') }
    default:
      return undefined
  }
}
