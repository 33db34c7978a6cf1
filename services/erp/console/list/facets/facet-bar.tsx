import { useState } from 'preact/hooks'

import { words } from '../../words/list.ts'
import type { ListColumn } from '../list-columns.ts'
import { conditionsOf, type ListQuery } from '../list-query.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { AddFacet } from './add-facet.tsx'
import { AlternativesChip, AlternativesDialog } from './alternatives.tsx'
import { facetsOf, withFacet } from './facets.ts'
import { PathChip } from './path-chip.tsx'

export interface FacetBarProps {
  readonly model: string
  readonly columns: readonly ListColumn[]
  /** Fields that are offered without being asked for. */
  readonly offered: readonly string[]
  readonly query: ListQuery
  readonly onChange: (query: ListQuery) => void
}

/** The conditions of a list: those that are often wanted, those that hold, and a way to any other. */
export function FacetBar({ model, columns, offered, query, onChange }: FacetBarProps) {
  const [added, setAdded] = useState<string | undefined>(undefined)
  const [edited, setEdited] = useState<number | undefined>(undefined)
  const isPhone = useIsPhone()
  const facets = facetsOf(query.conditions)
  const paths = [
    ...new Set([
      ...offered,
      ...facets.map(({ path }) => path),
      ...(added === undefined ? [] : [added]),
    ]),
  ]
  const isFiltered =
    query.conditions.length > 0 || query.alternatives.length > 0 || query.search !== ''
  const alternativeAt = (index: number, text: string | undefined): void => {
    const before = query.alternatives.slice(0, index)
    const behind = query.alternatives.slice(index + 1)
    onChange({
      ...query,
      alternatives: [...before, ...(text === undefined ? [] : [text]), ...behind],
    })
  }
  return (
    <>
      {paths.map((path) => {
        const facet = facets.find((one) => one.path === path) ?? { path, conditions: [] }
        const others = conditionsOf(withFacet(query, { path, conditions: [] })).toString()
        const chip = {
          model,
          path,
          facet,
          others,
          isNew: path === added,
          onChange: (next: typeof facet) => onChange(withFacet(query, next)),
        }
        return <PathChip key={path} {...chip} columns={columns} />
      })}
      {query.alternatives.map((text, index) => (
        <AlternativesChip
          key={index}
          text={text}
          columns={columns}
          onOpen={() => setEdited(index)}
          onRemove={() => alternativeAt(index, undefined)}
        />
      ))}
      <AddFacet
        columns={columns}
        taken={isPhone ? facets.map(({ path }) => path) : paths}
        onAdd={setAdded}
        onAddAlternatives={() => setEdited(query.alternatives.length)}
      />
      {isFiltered && (
        <button
          type="button"
          class="facet-name facet-none"
          onClick={() => onChange({ ...query, conditions: [], alternatives: [], search: '' })}
        >
          {words('removeFilters')}
        </button>
      )}
      {edited !== undefined && (
        <AlternativesDialog
          model={model}
          columns={columns}
          text={query.alternatives[edited] ?? ''}
          onClose={() => setEdited(undefined)}
          onSave={(text) => {
            setEdited(undefined)
            alternativeAt(edited, text === '' ? undefined : text)
          }}
        />
      )}
    </>
  )
}
