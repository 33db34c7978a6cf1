/** Where a shortcut holds. Keys may mean different things in areas that are never open at once. */
export type ShortcutArea = 'everywhere' | 'messages' | 'compose' | 'lists' | 'channels'

export interface ShortcutDeclaration {
  readonly id: string
  readonly area: ShortcutArea
  /** The heading that the help has it under. */
  readonly group: ShortcutGroup
  /** Unless the person chose others; chords such as `mod+k`, or several in a row with spaces between. */
  readonly keys: readonly string[]
  /** Also while a text is being typed. */
  readonly inFields?: true
}

export type ShortcutGroup =
  | 'basics'
  | 'search'
  | 'moving'
  | 'views'
  | 'writing'
  | 'formatting'
  | 'message'
  | 'lists'
  | 'channels'

/** THE list of shortcuts: those of Zulip's web application, so that who knows it finds each where it was. */
export const SHORTCUTS = [
  // The help lists them in this order.
  { id: 'help', area: 'everywhere', group: 'basics', keys: ['?'] },
  { id: 'home', area: 'everywhere', group: 'basics', keys: ['mod+['], inFields: true },
  { id: 'leave', area: 'everywhere', group: 'basics', keys: ['escape'], inFields: true },
  { id: 'gearMenu', area: 'everywhere', group: 'basics', keys: ['g'] },

  { id: 'search', area: 'everywhere', group: 'search', keys: ['/', 'mod+k'], inFields: true },
  { id: 'filterChannels', area: 'everywhere', group: 'search', keys: ['q'] },
  { id: 'filterPeople', area: 'everywhere', group: 'search', keys: ['w'] },

  { id: 'next', area: 'everywhere', group: 'moving', keys: ['arrowdown', 'j'] },
  { id: 'previous', area: 'everywhere', group: 'moving', keys: ['arrowup', 'k'] },
  { id: 'pageDown', area: 'everywhere', group: 'moving', keys: ['pagedown', 'shift+j', 'space'] },
  { id: 'pageUp', area: 'everywhere', group: 'moving', keys: ['pageup', 'shift+k', 'shift+space'] },
  { id: 'first', area: 'everywhere', group: 'moving', keys: ['home'] },
  { id: 'last', area: 'everywhere', group: 'moving', keys: ['end', 'shift+g'] },
  { id: 'nextUnreadTopic', area: 'everywhere', group: 'moving', keys: ['n'] },
  { id: 'nextUnreadFollowed', area: 'everywhere', group: 'moving', keys: ['shift+n'] },
  { id: 'nextUnreadDirect', area: 'everywhere', group: 'moving', keys: ['p'] },
  { id: 'back', area: 'everywhere', group: 'moving', keys: ['alt+arrowleft'] },
  { id: 'forward', area: 'everywhere', group: 'moving', keys: ['alt+arrowright'] },
  { id: 'composedConversation', area: 'compose', group: 'moving', keys: ['mod+.'], inFields: true },

  { id: 'inbox', area: 'everywhere', group: 'views', keys: ['shift+i'] },
  { id: 'recent', area: 'everywhere', group: 'views', keys: ['t'] },
  { id: 'combined', area: 'everywhere', group: 'views', keys: ['a'] },
  { id: 'directMessages', area: 'everywhere', group: 'views', keys: ['shift+p'] },
  { id: 'starred', area: 'everywhere', group: 'views', keys: ['*'] },
  { id: 'drafts', area: 'everywhere', group: 'views', keys: ['d'] },
  { id: 'channelViews', area: 'everywhere', group: 'views', keys: ['shift+a'] },
  { id: 'conversation', area: 'messages', group: 'views', keys: ['s'] },
  { id: 'around', area: 'messages', group: 'views', keys: ['z'] },

  { id: 'newTopic', area: 'everywhere', group: 'writing', keys: ['c'] },
  { id: 'newDirect', area: 'everywhere', group: 'writing', keys: ['x'] },
  { id: 'reply', area: 'messages', group: 'writing', keys: ['r', 'enter'] },
  { id: 'quote', area: 'messages', group: 'writing', keys: ['>'] },
  { id: 'forwardMessage', area: 'messages', group: 'writing', keys: ['<'] },
  { id: 'replyToSender', area: 'messages', group: 'writing', keys: ['shift+r'] },
  { id: 'mentionSender', area: 'messages', group: 'writing', keys: ['@'] },
  { id: 'editLast', area: 'messages', group: 'writing', keys: ['arrowleft'] },
  { id: 'send', area: 'compose', group: 'writing', keys: ['mod+enter'], inFields: true },

  { id: 'bold', area: 'compose', group: 'formatting', keys: ['mod+b'], inFields: true },
  { id: 'italic', area: 'compose', group: 'formatting', keys: ['mod+i'], inFields: true },
  { id: 'link', area: 'compose', group: 'formatting', keys: ['mod+shift+l'], inFields: true },
  { id: 'preview', area: 'compose', group: 'formatting', keys: ['alt+p'], inFields: true },
  { id: 'snippets', area: 'compose', group: 'formatting', keys: ["mod+'"], inFields: true },

  { id: 'edit', area: 'messages', group: 'message', keys: ['e'] },
  { id: 'move', area: 'messages', group: 'message', keys: ['m'] },
  { id: 'muteTopic', area: 'everywhere', group: 'message', keys: ['shift+m'] },
  { id: 'senderCard', area: 'messages', group: 'message', keys: ['u'] },
  { id: 'showPicture', area: 'messages', group: 'message', keys: ['v'] },
  { id: 'receipts', area: 'messages', group: 'message', keys: ['shift+v'] },
  { id: 'history', area: 'messages', group: 'message', keys: ['shift+h'] },
  { id: 'star', area: 'messages', group: 'message', keys: ['mod+s'] },
  { id: 'thumbsUp', area: 'messages', group: 'message', keys: ['+'] },
  { id: 'firstReaction', area: 'messages', group: 'message', keys: ['='] },
  { id: 'reactions', area: 'messages', group: 'message', keys: [':'] },
  { id: 'messageMenu', area: 'messages', group: 'message', keys: ['i'] },
  { id: 'collapse', area: 'messages', group: 'message', keys: ['-'] },
  { id: 'unreadFromHere', area: 'messages', group: 'message', keys: ['shift+u'] },

  { id: 'open', area: 'lists', group: 'lists', keys: ['enter'] },
  { id: 'fold', area: 'lists', group: 'lists', keys: ['arrowleft'] },
  { id: 'unfold', area: 'lists', group: 'lists', keys: ['arrowright'] },
  { id: 'markRead', area: 'lists', group: 'lists', keys: ['e'] },
  { id: 'followTopic', area: 'lists', group: 'lists', keys: ['f'] },
  { id: 'remove', area: 'lists', group: 'lists', keys: ['delete', 'backspace'] },

  { id: 'newChannel', area: 'channels', group: 'channels', keys: ['n'] },
  { id: 'viewChannel', area: 'channels', group: 'channels', keys: ['shift+v'] },
  { id: 'toggleSubscription', area: 'channels', group: 'channels', keys: ['shift+s'] },
] as const satisfies readonly ShortcutDeclaration[]

export type ShortcutId = (typeof SHORTCUTS)[number]['id']

/** A shortcut as it is declared, by its id. */
export function declarationOf(id: ShortcutId): ShortcutDeclaration {
  // The type holds the ids of the list alone, so one is found.
  return BY_ID.get(id) as ShortcutDeclaration
}

const BY_ID: ReadonlyMap<string, ShortcutDeclaration> = new Map(
  SHORTCUTS.map((one) => [one.id, one]),
)
