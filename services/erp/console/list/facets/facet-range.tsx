import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'
import { useSoon } from '@oficina/web/use-soon.ts'

import { words } from '../../words/list.ts'
import { today, daySpan, nameOfSpan, SPAN_NAMES, spanFacet, spanOf } from './day-spans.ts'
import type { FacetEditorProps } from './facet-editor-props.ts'
import { facetKind, valueOf, type Facet } from './facets.ts'

/** Days by name, or from one to another. */
export function FacetDays({ column, facet, path, onChange }: FacetEditorProps) {
  const kind = facetKind(column) === 'instant' ? 'instant' : 'day'
  const day = today()
  const span = spanOf(facet)
  const name = nameOfSpan(span, day)
  return (
    <>
      <div class="facet-spans" role="group" aria-label={words('spans')}>
        {SPAN_NAMES.map((one) => (
          <button
            key={one}
            type="button"
            class="btn quiet"
            aria-pressed={one === name}
            onClick={() => onChange(spanFacet(path, daySpan(one, day), kind))}
          >
            {words(one)}
          </button>
        ))}
      </div>
      <div class="facet-pair">
        <Field label={words('from')}>
          {({ id }) => (
            <input
              class="input"
              id={id}
              type="date"
              value={span.from ?? ''}
              onChange={(event) =>
                onChange(
                  spanFacet(path, { ...span, from: event.currentTarget.value || undefined }, kind),
                )
              }
            />
          )}
        </Field>
        <Field label={words('to')}>
          {({ id }) => (
            <input
              class="input"
              id={id}
              type="date"
              value={span.to ?? ''}
              onChange={(event) =>
                onChange(
                  spanFacet(path, { ...span, to: event.currentTarget.value || undefined }, kind),
                )
              }
            />
          )}
        </Field>
      </div>
    </>
  )
}

/** Numbers from one to another; the same in both is that number. */
export function FacetNumbers({ facet, path, onChange }: FacetEditorProps) {
  const same = valueOf(facet, 'eq')
  const [from, setFrom] = useState(same ?? valueOf(facet, 'gte') ?? '')
  const [to, setTo] = useState(same ?? valueOf(facet, 'lte') ?? '')
  const apply = useSoon((least: string, most: string) => {
    const numbers = numbersFacet(path, numberText(least), numberText(most))
    if (numbers !== undefined) onChange(numbers)
  })
  return (
    <div class="facet-pair">
      <Field label={words('least')}>
        {({ id }) => (
          <input
            class="input num"
            id={id}
            inputMode="decimal"
            value={from}
            onInput={(event) => {
              setFrom(event.currentTarget.value)
              apply(event.currentTarget.value, to)
            }}
          />
        )}
      </Field>
      <Field label={words('most')}>
        {({ id }) => (
          <input
            class="input num"
            id={id}
            inputMode="decimal"
            value={to}
            onInput={(event) => {
              setTo(event.currentTarget.value)
              apply(from, event.currentTarget.value)
            }}
          />
        )}
      </Field>
    </div>
  )
}

/** What was typed as a decimal of the API, without separators; null when it is none. */
function numberText(typed: string): string | null {
  const text = typed.replaceAll(/[\s,$]/g, '')
  if (text === '') return ''
  return /^-?\d+(\.\d+)?$/.test(text) ? text : null
}

function numbersFacet(path: string, from: string | null, to: string | null): Facet | undefined {
  if (from === null || to === null) return undefined
  if (from !== '' && from === to) return { path, conditions: [[path, from]] }
  return {
    path,
    conditions: [
      ...(from === '' ? [] : [[`${path}__gte`, from] as const]),
      ...(to === '' ? [] : [[`${path}__lte`, to] as const]),
    ],
  }
}

type TextMode = 'contains' | 'begins' | 'equals' | 'differs'
const TEXT_MODES: readonly TextMode[] = ['contains', 'begins', 'equals', 'differs']

/** A text that contains, begins with, is or is not what is typed. */
export function FacetText({ column, facet, path, onChange }: FacetEditorProps) {
  const [mode, setMode] = useState(modeOf(facet))
  const [typed, setTyped] = useState(typedOf(facet))
  const applySoon = useSoon((next: TextMode, text: string) => onChange(textFacet(path, next, text)))
  return (
    <div class="facet-texts">
      <select
        class="input"
        aria-label={words('how')}
        value={mode}
        onChange={(event) => {
          const next = TEXT_MODES.find((one) => one === event.currentTarget.value) ?? 'contains'
          setMode(next)
          applySoon(next, typed)
        }}
      >
        {TEXT_MODES.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
      <input
        class="input"
        aria-label={column.label}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          applySoon(mode, event.currentTarget.value)
        }}
      />
    </div>
  )
}

export function modeOf(facet: Facet): TextMode {
  const like = valueOf(facet, 'like')
  if (like !== undefined) return like.endsWith('%') ? 'begins' : 'contains'
  if (valueOf(facet, 'ne') !== undefined) return 'differs'
  return valueOf(facet, 'eq') === undefined ? 'contains' : 'equals'
}

export function typedOf(facet: Facet): string {
  const like = valueOf(facet, 'like')?.replace(/%$/, '')
  return like ?? valueOf(facet, 'eq') ?? valueOf(facet, 'ne') ?? ''
}

function textFacet(path: string, mode: TextMode, text: string): Facet {
  if (text.trim() === '') return { path, conditions: [] }
  switch (mode) {
    case 'contains':
      return { path, conditions: [[`${path}__like`, text]] }
    case 'begins':
      return { path, conditions: [[`${path}__like`, `${text}%`]] }
    case 'equals':
      return { path, conditions: [[path, text]] }
    case 'differs':
      return { path, conditions: [[`${path}__ne`, text]] }
  }
}
