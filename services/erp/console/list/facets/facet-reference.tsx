import { useEffect, useState } from 'preact/hooks'
import { Failure } from '@oficina/web/notice.tsx'

import { plainText } from '../../values/plain-text.ts'
import { searchReferences } from '../../values/search-references.ts'
import { words } from '../../words/list.ts'
import { keepReferenceText, useReferenceTexts } from '../reference-texts.ts'
import { useCounts } from './facet-choice.tsx'
import type { FacetEditorProps } from './facet-editor-props.ts'
import { choosing, chosenValues } from './facets.ts'

interface Option {
  readonly value: string
  readonly label: string
  readonly count?: number
}

const PAUSE_MS = 180
const MAX_SHOWN = 12

/** The records that are referred to: those that occur most first, others found on the server by what is typed. */
export function FacetReference(props: FacetEditorProps) {
  const { column, facet, path, onChange } = props
  const target = column.references ?? ''
  const chosen = chosenValues(facet)
  const texts = useReferenceTexts(target, chosen)
  const [typed, setTyped] = useState('')
  const groups = useCounts(props)
  const found = useFound(target, typed)
  const frequent = (groups ?? []).slice(0, MAX_SHOWN).flatMap((group): Option[] => {
    const value = group[path]
    if (value === null || value === undefined) return []
    return [
      {
        value: plainText(value),
        label: plainText(group[`${path}_str`] ?? value),
        count: group.count,
      },
    ]
  })
  const offered = typed === '' && frequent.length > 0 ? frequent : found.options
  const own = chosen
    .filter((value) => !offered.some((option) => option.value === value))
    .map((value): Option => ({ value, label: texts[value] ?? `#${value}` }))
  const toggle = (option: Option, isChosen: boolean): void => {
    keepReferenceText(target, option.value, option.label)
    const others = chosen.filter((value) => value !== option.value)
    onChange(choosing(path, isChosen ? [...others, option.value] : others))
  }
  return (
    <>
      <input
        class="input"
        type="search"
        placeholder={words('searchIn', { name: column.label })}
        aria-label={words('searchIn', { name: column.label })}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {found.isFailed && <Failure text={words('noAnswer')} />}
      <fieldset class="facet-boxes">
        <legend class="hidden">{column.label}</legend>
        {[...own, ...offered].map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            <span class="facet-text">{option.label}</span>
            {option.count !== undefined && (
              <span class="facet-count">{option.count.toLocaleString()}</span>
            )}
          </label>
        ))}
      </fieldset>
      {typed !== '' && !found.isLoading && found.options.length === 0 && (
        <p class="muted">{words('nothingToChoose')}</p>
      )}
    </>
  )
}

interface Found {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  readonly isFailed: boolean
}

function useFound(target: string, typed: string): Found {
  const [found, setFound] = useState<Found>({ options: [], isLoading: true, isFailed: false })
  useEffect(() => {
    const abort = new AbortController()
    setFound((before) => ({ ...before, isLoading: true }))
    const look = async (): Promise<void> => {
      try {
        const options = await searchReferences({ model: target }, typed, abort.signal)
        setFound({
          options: options.map(({ value, label }) => ({ value: String(value.id), label })),
          isLoading: false,
          isFailed: false,
        })
      } catch {
        if (!abort.signal.aborted) setFound({ options: [], isLoading: false, isFailed: true })
      }
    }
    const timer = setTimeout(() => void look(), typed === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [target, typed])
  return found
}
