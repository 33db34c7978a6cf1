import appleIcon from 'lucide-static/icons/apple.svg'
import buildingIcon from 'lucide-static/icons/building-2.svg'
import carIcon from 'lucide-static/icons/car.svg'
import clockIcon from 'lucide-static/icons/clock.svg'
import flagIcon from 'lucide-static/icons/flag.svg'
import handIcon from 'lucide-static/icons/hand.svg'
import heartIcon from 'lucide-static/icons/heart.svg'
import leafIcon from 'lucide-static/icons/leaf.svg'
import bulbIcon from 'lucide-static/icons/lightbulb.svg'
import searchIcon from 'lucide-static/icons/search.svg'
import smileIcon from 'lucide-static/icons/smile.svg'
import trophyIcon from 'lucide-static/icons/trophy.svg'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'

import { words } from '../words/emoji.ts'
import { allEmoji, emojiByCode, loadEmoji } from './emoji-catalog.ts'
import { EmojiGlyph } from './emoji-glyph.tsx'
import { EmojiGrid } from './emoji-grid.tsx'
import { EMOJI_GROUPS, type Emoji, type EmojiGroup } from './emoji-kind.ts'
import { findEmoji } from './emoji-search.ts'
import { frequentCodes, noteEmojiUse } from './frequent-emoji.ts'
import { emojiAt, moved, pickerRows, type PickerRow } from './picker-rows.ts'
import { skinTone, toned, type SkinTone } from './skin-tone.ts'
import { SkinTones } from './skin-tones.tsx'

export interface EmojiPickerProps {
  /** `isMore`: Shift was held, so that another one may be chosen after it. */
  readonly onChoose: (emoji: Emoji, isMore: boolean) => void
  /** Hands and people may have a skin tone: in texts, whereas reactions are known by name. */
  readonly hasTones?: boolean | undefined
}

const MAX_FOUND = 200

/** Emoji to choose from: searched by name and by words in two languages, by category, by keyboard. */
export function EmojiPicker({ onChoose, hasTones = false }: EmojiPickerProps) {
  const state = useEmoji()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const id = useRef(newId('emoji')).current
  const jump = useRef<((group: EmojiGroup) => void) | undefined>(undefined)
  const tone = hasTones ? skinTone.value : ''
  const rows = useMemo(() => rowsFor(typed, tone), [typed, tone, allEmoji.value])
  const chosen = emojiAt(rows, active)
  const choose = (emoji: Emoji, isMore: boolean): void => {
    noteEmojiUse(emoji.code)
    onChoose(emoji, isMore)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && chosen !== undefined) choose(chosen, event.shiftKey)
    else {
      const next = moved(rows, active, event.key)
      if (next === undefined) return
      setActive(next)
    }
    event.preventDefault()
  }
  return (
    <div class="emoji-picker">
      <div class="emoji-search">
        <Icon svg={searchIcon} />
        <input
          class="input"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          aria-label={words('search')}
          placeholder={words('search')}
          autocomplete="off"
          spellcheck={false}
          autoFocus
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {typed === '' && <Groups rows={rows} onGo={(group) => jump.current?.(group)} />}
      {state.kind === 'failed' && <Failure text={words('failed')} onRetry={state.retry} />}
      {state.kind === 'loading' && <Skeleton lines={8} />}
      {state.kind === 'ready' && rows.length === 0 && <p class="emoji-none">{words('none')}</p>}
      <EmojiGrid
        id={id}
        rows={rows}
        active={active}
        onPoint={setActive}
        onChoose={choose}
        jump={jump}
      />
      <footer class="emoji-foot">
        <span class="emoji-said" aria-hidden="true">
          {chosen !== undefined && (
            <>
              <EmojiGlyph emoji={chosen} />
              <span class="clip">:{chosen.name}:</span>
            </>
          )}
        </span>
        {hasTones && <SkinTones />}
      </footer>
    </div>
  )
}

function rowsFor(typed: string, tone: SkinTone): readonly PickerRow[] {
  const all = tone === '' ? allEmoji.value : allEmoji.value.map((emoji) => toned(emoji, tone))
  const frequent = frequentCodes.peek()
  if (typed.trim() !== '') {
    const found = findEmoji(typed, all, { limit: MAX_FOUND, frequent: new Set(frequent) })
    return pickerRows([{ emoji: found }])
  }
  const often = frequent
    .map((code) => emojiByCode.value.get(code))
    .filter((one) => one !== undefined)
    .map((one) => toned(one, tone))
  return pickerRows(
    EMOJI_GROUPS.map((group) => ({
      group,
      emoji: group === 'frequent' ? often : all.filter((one) => one.group === group),
    })),
  )
}

const SIGNS: Readonly<Record<EmojiGroup, string>> = {
  frequent: clockIcon,
  custom: buildingIcon,
  smileys: smileIcon,
  people: handIcon,
  nature: leafIcon,
  food: appleIcon,
  activities: trophyIcon,
  travel: carIcon,
  objects: bulbIcon,
  symbols: heartIcon,
  flags: flagIcon,
}

function Groups({
  rows,
  onGo,
}: {
  readonly rows: readonly PickerRow[]
  readonly onGo: (group: EmojiGroup) => void
}) {
  const groups = rows.flatMap((row) => (row.group === undefined ? [] : [row.group]))
  return (
    <div class="emoji-groups" role="toolbar" aria-label={words('groups')}>
      {groups.map((group) => (
        <button
          key={group}
          type="button"
          class="emoji-group"
          aria-label={words(group)}
          title={words(group)}
          onClick={() => onGo(group)}
        >
          <Icon svg={SIGNS[group]} />
        </button>
      ))}
    </div>
  )
}

type Load =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly retry: () => void }

function useEmoji(): Load {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    const life = new AbortController()
    const run = async (): Promise<void> => {
      try {
        await loadEmoji()
        if (!life.signal.aborted) setState('ready')
      } catch {
        if (!life.signal.aborted) setState('failed')
      }
    }
    void run()
    return () => life.abort()
  }, [attempt])
  if (state !== 'failed') return { kind: state }
  return {
    kind: 'failed',
    retry: () => {
      setState('loading')
      setAttempt(attempt + 1)
    },
  }
}
