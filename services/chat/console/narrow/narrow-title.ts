import { channels } from '../state/conversations/channels.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { person } from '../state/people/people.ts'
import { words } from '../words/narrow.ts'
import { channelOf, directOf, topicOf, type Narrow } from './narrow.ts'

/** What a narrow is called: in the tab, above the list. */
export function narrowTitle(narrow: Narrow): string {
  const terms = narrow.filter(({ operator }) => operator !== 'near' && operator !== 'with')
  if (terms.length === 0) return words('combined')
  const channelId = channelOf(terms)
  const topic = topicOf(terms)
  if (channelId !== undefined && terms.length <= 2) {
    const name = channels.get(channelId)?.name ?? words('unknownChannel')
    if (terms.length === 1) return `#${name}`
    if (topic !== undefined) return `#${name} › ${topicName(topic)}`
  }
  const people = directOf(terms)
  if (people !== undefined && terms.length === 1) return directTitle(people)
  const [first] = terms
  if (first?.operator === 'is' && terms.length === 1) return kindTitle(String(first.operand))
  return words('search')
}

/** The people of a direct conversation by name. */
export function directTitle(userIds: readonly number[]): string {
  return userIds.map((id) => person(id)?.full_name ?? '…').join(', ')
}

function kindTitle(kind: string): string {
  if (kind === 'mentioned') return words('mentions')
  if (kind === 'starred') return words('starred')
  if (kind === 'dm') return words('directs')
  return words('search')
}
