import rawIcon from 'lucide-static/icons/code-xml.svg'
import imageIcon from 'lucide-static/icons/image.svg'
import richIcon from 'lucide-static/icons/pilcrow.svg'
import codeIcon from 'lucide-static/icons/qr-code.svg'
import sectionIcon from 'lucide-static/icons/repeat.svg'
import conditionIcon from 'lucide-static/icons/split.svg'
import valueIcon from 'lucide-static/icons/text-cursor-input.svg'
import { Icon } from '@oficina/web/icon.tsx'

import type { Tag } from '../templates/template-api.ts'
import { words } from '../words/outline.ts'
import type { OutlinePlace } from './place.ts'

const ICONS: Readonly<Record<Tag['kind'], string>> = {
  value: valueIcon,
  section: sectionIcon,
  inverted: conditionIcon,
  image: imageIcon,
  code: codeIcon,
  rich: richIcon,
  raw: rawIcon,
}

export interface TagTreeProps {
  readonly tags: readonly Tag[]
  readonly chosen: OutlinePlace | undefined
  readonly onChoose: (place: OutlinePlace) => void
}

/** Tags in the order of the template, those of a section within it; each leads to its place. */
export function TagTree({ tags, chosen, onChoose }: TagTreeProps) {
  if (tags.length === 0) return null
  return (
    <ul class="tag-tree">
      {tags.map((tag, index) => {
        const isChosen =
          chosen?.tag === tag.tag && chosen.part === tag.part && chosen.paragraph === tag.paragraph
        return (
          <li key={index}>
            <button
              type="button"
              class="tag-line"
              aria-current={isChosen ? 'true' : undefined}
              onClick={() => onChoose({ part: tag.part, paragraph: tag.paragraph, tag: tag.tag })}
            >
              <Icon svg={ICONS[tag.kind]} />
              <span class="tag-text">{tag.tag}</span>
              <small>{words(tag.kind)}</small>
            </button>
            <TagTree tags={tag.tags} chosen={chosen} onChoose={onChoose} />
          </li>
        )
      })}
    </ul>
  )
}
