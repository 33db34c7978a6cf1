import { Fragment, type RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

import { classes, newId } from '../dom.ts'
import { wordsOf } from '../words.ts'
import type { FieldIds } from './field.tsx'

const words = wordsOf(
  { none: 'Nada coincide', loading: 'Buscando…', failed: 'No se pudo buscar' },
  { none: 'Nothing matches', loading: 'Searching…', failed: 'The search failed' },
)

export interface ComboOption<T> {
  readonly value: T
  readonly label: string
  /** Shown smaller beside the label. */
  readonly detail?: string
  /** Stands above it, and above those that follow with the same. */
  readonly heading?: string
}

export interface ComboboxProps<T> {
  /** Ties it to a `Field`; outside of one, `label` names it. */
  readonly ids?: FieldIds | undefined
  readonly label?: string | undefined
  /** What the field shows while nothing is typed. */
  readonly shown: string
  readonly placeholder?: string | undefined
  readonly isDisabled?: boolean | undefined
  readonly isRequired?: boolean | undefined
  readonly isInvalid?: boolean | undefined
  /** Finds options for what is typed, at most a few dozen. Called again 150 ms after the last key. */
  readonly search: (typed: string, signal: AbortSignal) => Promise<readonly ComboOption<T>[]>
  /** `typed`: what was typed to find it. */
  readonly onChoose: (option: ComboOption<T>, typed: string) => void
  /** Called when the field is emptied; without it the field cannot be emptied. */
  readonly onClear?: () => void
  /** Called when the field is left with something typed that was not chosen; `found` where the search had answered. */
  readonly onLeave?: (typed: string, found: readonly ComboOption<T>[] | undefined) => void
  /** A last option that makes what is not there, given what is typed. */
  readonly create?: { readonly label: string; readonly run: (typed: string) => void } | undefined
  /** Keys that are not the combobox's own, such as those of a grid around it; without it, ↓ opens the list. */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  readonly autoFocus?: boolean | undefined
}

interface Found<T> {
  readonly options: readonly ComboOption<T>[]
  readonly state: 'loading' | 'ready' | 'failed'
  /** What was typed when it was found. */
  readonly of?: string
}

const PAUSE_MS = 150

/**
 * A field with a list that is searched as one types (ARIA combobox with a list box): arrows move, Enter chooses, Esc
 * closes and keeps what was there. Late answers of an earlier search are dropped.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { ids, label, shown, placeholder, isDisabled = false, create, onClear, autoFocus } = props
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [active, setActive] = useState(0)
  const found = useSearch(typed, props.search)
  const list = useRef(newId('list')).current
  const isOpen = typed !== undefined
  const count = found.options.length + (create === undefined ? 0 : 1)
  const input = useRef<HTMLInputElement>(null)
  const close = (): void => setTyped(undefined)
  const leave = (): void => {
    close()
    const isSearched = found.of === typed && found.state === 'ready'
    if (typed !== undefined && typed !== '') {
      props.onLeave?.(typed, isSearched ? found.options : undefined)
    }
  }
  const choose = (index: number): void => {
    const option = found.options[index]
    close()
    if (option !== undefined) props.onChoose(option, typed ?? '')
    else if (create !== undefined) create.run(typed ?? '')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const handled = comboKey(event, {
      isOpen,
      opens: event.altKey || props.onKeyDown === undefined,
      open: () => setTyped(''),
      move: (by) => setActive((active + by + count) % Math.max(count, 1)),
      // What is typed is still being looked for; the last answer is of something else.
      choose: () => (found.state === 'loading' ? leave() : choose(active)),
      close,
    })
    if (event.key === 'Tab') leave()
    if (handled) event.preventDefault()
    else props.onKeyDown?.(event)
    if (handled && event.key === 'Escape') event.stopPropagation()
  }
  return (
    <div class="combobox">
      <input
        ref={input}
        id={ids?.id}
        role="combobox"
        class="input"
        autocomplete="off"
        spellcheck={false}
        autoFocus={autoFocus}
        disabled={isDisabled}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={ids?.describedBy}
        aria-invalid={props.isInvalid === true || ids?.isInvalid === true}
        aria-required={props.isRequired}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && count > 0 ? `${list}-${active}` : undefined}
        value={typed ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setTyped(typed ?? '')}
        onInput={(event) => {
          const { value } = event.currentTarget
          setActive(0)
          if (value === '' && onClear !== undefined) onClear()
          setTyped(value)
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Options
          id={list}
          under={input}
          found={found}
          active={active}
          choose={choose}
          createLabel={create?.label}
        />
      )}
    </div>
  )
}

function Options<T>({
  id,
  under,
  found,
  active,
  choose,
  createLabel,
}: {
  readonly id: string
  readonly under: RefObject<HTMLInputElement | null>
  readonly found: Found<T>
  readonly active: number
  readonly choose: (index: number) => void
  readonly createLabel: string | undefined
}) {
  const note = noteOf(found)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = list
    if (current === null) return
    // Above everything, so that no box around the field cuts it off.
    current.showPopover()
    const place = (): void => placeUnder(current, under.current)
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [])
  useLayoutEffect(() => {
    if (list.current !== null) placeUnder(list.current, under.current)
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
  })
  const row = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option' as const,
    'aria-selected': index === active,
    class: classes('option', index === active && 'active'),
    // The field keeps the focus; a press on an option would take it and close the list before the click.
    onPointerDown: (event: Event) => event.preventDefault(),
    onClick: () => choose(index),
  })
  return (
    <div class="options" popover="manual" role="listbox" id={id} ref={list} tabIndex={-1}>
      {found.options.map(({ detail, heading, label }, index) => (
        <Fragment key={index}>
          {heading !== undefined && heading !== found.options[index - 1]?.heading && (
            <div class="option-note" role="option" aria-disabled="true" aria-selected="false">
              {heading}
            </div>
          )}
          <div {...row(index)}>
            <span>{label}</span>
            {detail !== undefined && <small>{detail}</small>}
          </div>
        </Fragment>
      ))}
      {note !== undefined && (
        <div class="option-note" role="option" aria-disabled="true" aria-selected="false">
          {note}
        </div>
      )}
      {createLabel !== undefined && (
        <div {...row(found.options.length)}>
          <span class="option-create">{createLabel}</span>
        </div>
      )}
    </div>
  )
}

const GAP = 4

/** Under the field, or above it where there is more room; in the page's own pixels. */
function placeUnder(list: HTMLElement, field: HTMLElement | null): void {
  if (field === null) return
  const { left, top, bottom, width } = field.getBoundingClientRect()
  const isAbove = bottom + list.offsetHeight + GAP > innerHeight && top > innerHeight - bottom
  list.style.minWidth = `${width}px`
  list.style.left = `${Math.max(GAP, Math.min(left, innerWidth - list.offsetWidth - GAP))}px`
  list.style.top = `${isAbove ? top - list.offsetHeight - GAP : bottom + GAP}px`
}

function noteOf<T>({ state, options }: Found<T>): string | undefined {
  if (state === 'failed') return words('failed')
  if (options.length > 0) return undefined
  return state === 'loading' ? words('loading') : words('none')
}

function useSearch<T>(typed: string | undefined, search: ComboboxProps<T>['search']): Found<T> {
  const [found, setFound] = useState<Found<T>>({ options: [], state: 'loading' })
  useEffect(() => {
    if (typed === undefined) {
      setFound({ options: [], state: 'loading' })
      return
    }
    const abort = new AbortController()
    setFound(({ options }) => ({ options, state: 'loading' }))
    const look = async (): Promise<void> => {
      try {
        const options = await search(typed, abort.signal)
        if (!abort.signal.aborted) setFound({ options, state: 'ready', of: typed })
      } catch {
        if (!abort.signal.aborted) setFound({ options: [], state: 'failed' })
      }
    }
    const timer = setTimeout(() => void look(), typed === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
    // What is searched follows what is typed alone; a new function each render is no new question.
  }, [typed])
  return found
}

interface ComboMoves {
  readonly isOpen: boolean
  /** Whether ↓ opens the list here. */
  readonly opens: boolean
  readonly open: () => void
  readonly move: (by: number) => void
  readonly choose: () => void
  readonly close: () => void
}

/** @returns whether the key was the combobox's own */
function comboKey({ key }: KeyboardEvent, moves: ComboMoves): boolean {
  if (!moves.isOpen) {
    if (key !== 'ArrowDown' || !moves.opens) return false
    moves.open()
    return true
  }
  const does: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moves.move(1),
    ArrowUp: () => moves.move(-1),
    Enter: moves.choose,
    Escape: moves.close,
  }
  const act = does[key]
  if (act === undefined) return false
  act()
  return true
}
