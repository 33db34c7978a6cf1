import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { language } from '@oficina/web/language.ts'

import type { SearchMatch } from '../feed/load/fetch-feed.ts'
import type { Message } from '../state/conversations/messages.ts'
import { areGroupsKnown } from '../state/people/groups.ts'
import { words } from '../words/message.ts'
import { onContentClick, onContentKey } from './content-press.ts'
import { makeScrollable } from './content/enliven-tables.ts'
import { liveContent } from './content/live-content.ts'
import { measureTogether } from './measured-together.ts'
import { openedLong, toggleLong } from './opened-long.ts'
import { contentReader, pageOfLink } from './reader.ts'

export interface MessageContentProps {
  readonly message: Message
  /** Its content with the words that were looked for marked. */
  readonly match: SearchMatch | undefined
  /** Stands before the text, as a line of its own would. */
  readonly isStatus?: boolean
}

// A message that takes more than this part of the page is cut, unless it would be by less than it is worth.
const CUT_AT = 0.7
const WORTH_CUTTING = 1.3

/** What a message says. What is too long for a page is shown on request. */
export function MessageContent({ message, match, isStatus = false }: MessageContentProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const { id, flags } = message
  const content = match === undefined || match.content === '' ? message.content : match.content
  const isWildcardForMe = flags.some((flag) => flag.endsWith('wildcard_mentioned'))
  const hasAlertWord = flags.includes('has_alert_word')
  const reader = contentReader.value
  // Groups come after the first messages are shown.
  const areGroupsTold = content.includes('user-group-mention') && areGroupsKnown.value
  const isOpened = openedLong.value.has(id)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    current.replaceChildren(
      liveContent({ id, content, isWildcardForMe, hasAlertWord, isStatus }, reader, pageOfLink),
    )
    measureTogether(() => {
      makeScrollable(current)
      setLong(current.scrollHeight > innerHeight * CUT_AT * WORTH_CUTTING)
    })
  }, [id, content, isWildcardForMe, hasAlertWord, isStatus, reader, areGroupsTold, language.value])
  return (
    <>
      <div
        class={classes('content', isStatus && 'status', isLong && !isOpened && 'cut')}
        role="presentation"
        ref={box}
        onClick={onContentClick}
        onKeyDown={onContentKey}
      />
      {isLong && (
        <button type="button" class="more" aria-expanded={isOpened} onClick={() => toggleLong(id)}>
          {isOpened ? words('showLess') : words('showMore')}
        </button>
      )}
    </>
  )
}
