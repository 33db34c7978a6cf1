import type { ContentMessage, ContentReader } from './content-reader.ts'

/** Mentions say the present name, stand out when they mean the reader, and can be pressed. */
export function enlivenMentions(
  root: ParentNode,
  message: ContentMessage,
  reader: ContentReader,
): void {
  for (const span of root.querySelectorAll<HTMLElement>('.user-mention')) {
    showUser(span, message, reader)
  }
  for (const span of root.querySelectorAll<HTMLElement>('.user-group-mention')) {
    showGroup(span, reader)
  }
  for (const span of root.querySelectorAll('.topic-mention')) {
    if (message.isWildcardForMe) span.classList.add('is-me')
  }
}

function showUser(span: HTMLElement, message: ContentMessage, reader: ContentReader): void {
  const { userId } = span.dataset
  if (userId === '*' || userId === undefined) {
    if (message.isWildcardForMe) span.classList.add('is-me')
    return
  }
  const id = Number(userId)
  rename(span, reader.personName(id))
  if (id === reader.ownUserId) span.classList.add('is-me')
  makePressable(span)
}

function showGroup(span: HTMLElement, reader: ContentReader): void {
  const id = Number(span.dataset['userGroupId'])
  rename(span, reader.groupName(id))
  if (reader.isOwnGroup(id)) span.classList.add('is-me')
  makePressable(span)
}

function rename(span: HTMLElement, name: string | undefined): void {
  // A match of a search inside the name is worth more than a newer name.
  if (name === undefined || span.querySelector('.highlight') !== null) return
  span.textContent = span.classList.contains('silent') ? name : `@${name}`
}

// A button would not break at the end of a line as names in a text do.
function makePressable(span: HTMLElement): void {
  span.setAttribute('role', 'button')
  span.tabIndex = 0
}
