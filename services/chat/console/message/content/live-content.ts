import type { ContentMessage, ContentReader } from './content-reader.ts'
import { enlivenCode } from './enliven-code.ts'
import { enlivenEmoji, isOnlyEmoji } from './enliven-emoji.ts'
import { enlivenLinks } from './enliven-links.ts'
import { enlivenMath } from './enliven-math.ts'
import { enlivenMedia } from './enliven-media.ts'
import { enlivenMentions } from './enliven-mentions.ts'
import { enlivenSpoilers } from './enliven-spoilers.ts'
import { enlivenTables } from './enliven-tables.ts'
import { enlivenTimes } from './enliven-times.ts'
import { markAlertWords } from './mark-words.ts'
import { safeFragment } from './safe-html.ts'

/** The content of a message, safe and alive, ready to be put on the page. */
export function liveContent(
  message: ContentMessage,
  reader: ContentReader,
  pageOf: (address: URL) => string | undefined,
): DocumentFragment {
  const root = safeFragment(message.content)
  if (message.isStatus) dropCommand(root)
  if (isOnlyEmoji(root)) root.firstElementChild?.classList.add('only-emoji')
  // Most messages are a line of text, which nothing of this concerns.
  if (root.querySelector('[class], a, time, table, audio, img') !== null) {
    enlivenEmoji(root)
    enlivenMentions(root, message, reader)
    enlivenLinks(root, pageOf)
    enlivenTimes(root, reader)
    enlivenCode(root, reader)
    enlivenSpoilers(root)
    enlivenTables(root)
    enlivenMedia(root, reader)
    enlivenMath(root)
  }
  if (message.hasAlertWord) markAlertWords(root, reader.alertWords)
  return root
}

function dropCommand(root: ParentNode): void {
  const text = root.querySelector('p')?.firstChild
  if (text instanceof Text) text.data = text.data.replace(/^\/me\s+/, '')
}
