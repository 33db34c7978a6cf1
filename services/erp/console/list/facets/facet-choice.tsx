import { useEffect, useState } from 'preact/hooks'
import { Pill } from '@oficina/web/pill.tsx'

import { api } from '../../session/api.ts'
import { words } from '../../words/list.ts'
import { words as valueWords } from '../../words/values.ts'
import type { FacetEditorProps } from './facet-editor-props.ts'
import { choosing, chosenValues } from './facets.ts'

interface Group {
  readonly count: number
  readonly [field: string]: unknown
}

/** How many records each value has under the other conditions; undefined while that is not known. */
export function useCounts({
  model,
  path,
  others,
}: Pick<FacetEditorProps, 'model' | 'path' | 'others'>): readonly Group[] | undefined {
  const [groups, setGroups] = useState<readonly Group[] | undefined>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      // What a reference points to cannot be grouped by.
      if (path.includes('__')) return
      const query = new URLSearchParams(others)
      query.set('group_by', path)
      query.set('sort', '-count')
      query.set('per_page', String(MAX_GROUPS))
      try {
        const { data } = await api<readonly Group[]>(`/${model}?${query.toString()}`, {
          signal: abort.signal,
        })
        setGroups(data)
      } catch {
        // The values can be chosen without their counts.
      }
    }
    void load()
    return () => abort.abort()
  }, [])
  return groups
}

const MAX_GROUPS = 100

/** Boxes for the values of a choice, with how many records have each. */
export function FacetChoice(props: FacetEditorProps) {
  const { column, facet, onChange } = props
  const groups = useCounts(props)
  const chosen = chosenValues(facet)
  const isBoolean = column.type === 'boolean'
  const choices = isBoolean
    ? [
        { value: 'true', label: valueWords('yes') },
        { value: 'false', label: valueWords('no') },
      ]
    : (column.choices ?? [])
  const countOf = (value: string): string => {
    if (groups === undefined) return ''
    const found = groups.find((group) => String(group[props.path]) === value)
    return (found?.count ?? 0).toLocaleString()
  }
  return (
    <fieldset class="facet-boxes">
      <legend class="hidden">{column.label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={(event) => {
              const others = chosen.filter((value) => value !== choice.value)
              const next = event.currentTarget.checked ? [...others, choice.value] : others
              // A truth value that may be either is no condition.
              onChange(choosing(props.path, isBoolean && next.length > 1 ? [] : next))
            }}
          />
          {isBoolean ? (
            choice.label
          ) : (
            <Pill tone={('tone' in choice ? choice.tone : undefined) ?? 'neutral'}>
              {choice.label}
            </Pill>
          )}
          <span class="facet-count">{countOf(choice.value)}</span>
        </label>
      ))}
      {choices.length === 0 && <p class="muted">{words('nothingToChoose')}</p>}
    </fieldset>
  )
}
