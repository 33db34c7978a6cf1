import type { ComponentChildren, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'

import { classes, newId } from '../dom.ts'
import { Anchored } from './anchored.tsx'

export interface SuggestOption {
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
  readonly picture?: ComponentChildren
}

export interface SuggestInputProps<T extends SuggestOption> {
  readonly input?: RefObject<HTMLInputElement | null>
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly describedBy?: string | undefined
  readonly placeholder?: string | undefined
  readonly value: string
  readonly maxLength?: number | undefined
  readonly isDisabled?: boolean | undefined
  readonly isInvalid?: boolean | undefined
  readonly options: readonly T[]
  readonly onInput: (value: string) => void
  readonly onChoose: (option: T) => void
  /** Whether Enter takes the first option; else what is typed counts until an arrow chooses one. */
  readonly takesFirst: boolean
  /** Keys that the list does not take. */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  readonly onFocus?: (() => void) | undefined
  readonly onBlur?: (() => void) | undefined
  readonly class?: string
}

/** A field of free text with a list of what it may mean: arrows move, Enter and Tab choose, Esc closes the list. */
export function SuggestInput<T extends SuggestOption>(props: SuggestInputProps<T>) {
  const { options, value, takesFirst } = props
  const first = takesFirst ? 0 : -1
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(first)
  const own = useRef<HTMLInputElement>(null)
  const input = props.input ?? own
  const list = useRef(newId('suggest')).current
  const isShown = isOpen && options.length > 0
  const choose = (option: T | undefined): boolean => {
    if (option === undefined) return false
    setOpen(false)
    setActive(first)
    props.onChoose(option)
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      setOpen(true)
      setActive((active + step + options.length) % options.length)
    } else if (
      isShown &&
      (event.key === 'Enter' || event.key === 'Tab') &&
      choose(options[active])
    ) {
      // Tab goes on to the next field all the same.
      if (event.key === 'Tab') return
    } else if (isShown && event.key === 'Escape') {
      setOpen(false)
      event.stopPropagation()
    } else {
      props.onKeyDown?.(event)
      return
    }
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        id={props.id}
        class={classes('input', props.class)}
        role="combobox"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={props.isInvalid === true}
        autocomplete="off"
        spellcheck={false}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        disabled={props.isDisabled}
        value={value}
        onInput={(event) => {
          setOpen(true)
          setActive(first)
          props.onInput(event.currentTarget.value)
        }}
        onFocus={() => {
          setOpen(true)
          setActive(first)
          props.onFocus?.()
        }}
        onBlur={() => {
          setOpen(false)
          props.onBlur?.()
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && input.current !== null && (
        <Options
          id={list}
          label={props.label ?? props.placeholder ?? ''}
          anchor={input.current}
          options={options}
          active={active}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface OptionsProps<T extends SuggestOption> {
  readonly id: string
  readonly label: string
  readonly anchor: HTMLElement
  readonly options: readonly T[]
  readonly active: number
  readonly onChoose: (option: T) => void
  readonly onClose: () => void
}

function Options<T extends SuggestOption>(props: OptionsProps<T>) {
  const { id, label, anchor, options, active, onChoose, onClose } = props
  return (
    <Anchored
      anchor={anchor}
      label={label}
      role="listbox"
      id={id}
      class="suggestions"
      isPassive
      onClose={onClose}
    >
      {options.map((option, index) => (
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          class={classes('suggestion', index === active && 'active')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.picture}
          <span class="suggestion-label">{option.label}</span>
          {option.detail !== undefined && option.detail !== '' && <small>{option.detail}</small>}
        </div>
      ))}
    </Anchored>
  )
}
