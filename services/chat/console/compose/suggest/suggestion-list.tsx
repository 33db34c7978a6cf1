import { useLayoutEffect, useRef } from 'preact/hooks'
import { Anchored } from '@oficina/web/anchored.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx'
import { ChannelSign } from '../../sidebar/marks.tsx'
import { words } from '../../words/compose.ts'
import { PersonPicture } from './person-picture.tsx'
import type { SuggestionPicture } from './suggestion.ts'
import type { Typeahead } from './use-typeahead.ts'

/** The list at the caret. The field keeps the focus and tells by `aria-activedescendant` what is meant. */
export function SuggestionList({ typeahead }: { readonly typeahead: Typeahead }) {
  const { id, suggestions, active, anchor, choose, close } = typeahead
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    root.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (suggestions.length === 0 || anchor === undefined) return null
  return (
    <Anchored
      anchor={anchor}
      label={words('suggestions')}
      role="listbox"
      id={id}
      class="suggestions"
      isPassive
      onClose={close}
    >
      <div ref={root} role="presentation">
        {suggestions.map(({ key, label, detail, picture }, index) => (
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            class={classes('suggestion', index === active && 'active')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
          >
            <Picture picture={picture} />
            <span class="suggestion-label">{label}</span>
            {detail !== undefined && detail !== '' && <small>{detail}</small>}
          </div>
        ))}
      </div>
    </Anchored>
  )
}

function Picture({ picture }: { readonly picture: SuggestionPicture | undefined }) {
  if (picture === undefined) return null
  if (picture.kind === 'person') return <PersonPicture userId={picture.userId} />
  if (picture.kind === 'emoji') return <EmojiGlyph emoji={picture.emoji} />
  if (picture.kind === 'channel') return <ChannelSign channelId={picture.channelId} />
  return <Icon svg={picture.svg} />
}
