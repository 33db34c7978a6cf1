import { descendants, type Element } from './tree/tree.ts'

/** Users that the mentions of a message notify; silent mentions notify nobody. */
export interface MentionedUsers {
  readonly userIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly channelWildcard: boolean
  readonly topicWildcard: boolean
}

/** Read from the finished document: only the renderer writes these classes, never an author. */
export function usersMentionedIn(root: Element): MentionedUsers {
  const userIds = new Set<number>()
  const groupIds = new Set<number>()
  const classes = new Set<string>()
  for (const { attributes } of descendants(root)) {
    const className = attributes.get('class') ?? ''
    classes.add(className)
    if (className === 'user-mention') userIds.add(Number(attributes.get('data-user-id')))
    if (className === 'user-group-mention') {
      groupIds.add(Number(attributes.get('data-user-group-id')))
    }
  }
  return {
    userIds: [...userIds],
    groupIds: [...groupIds],
    channelWildcard: classes.has('user-mention channel-wildcard-mention'),
    topicWildcard: classes.has('topic-mention'),
  }
}
