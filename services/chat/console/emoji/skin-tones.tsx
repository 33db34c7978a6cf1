import { useRef } from 'preact/hooks'

import { words } from '../words/emoji.ts'
import { emojiText } from './emoji-text.ts'
import { chooseSkinTone, inTone, SKIN_TONES, skinTone } from './skin-tone.ts'

const HAND = '270b'

/** Which skin tone hands and people have, once for all of them. */
export function SkinTones() {
  const chosen = skinTone.value
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = (SKIN_TONES.indexOf(chosen) + by + SKIN_TONES.length) % SKIN_TONES.length
    chooseSkinTone(SKIN_TONES[at] ?? '')
    row.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div
      ref={row}
      class="skin-tones"
      role="radiogroup"
      aria-label={words('skinTone')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {SKIN_TONES.map((tone) => (
        <button
          key={tone}
          type="button"
          class="skin-tone"
          role="radio"
          aria-checked={tone === chosen}
          aria-label={words(`tone${tone}`)}
          title={words(`tone${tone}`)}
          tabIndex={tone === chosen ? 0 : -1}
          onClick={() => chooseSkinTone(tone)}
        >
          <span aria-hidden="true">{inTone(HAND, tone) ?? emojiText(HAND)}</span>
        </button>
      ))}
    </div>
  )
}
