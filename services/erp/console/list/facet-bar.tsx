import { useState } from 'preact/hooks'

import { words } from '../words/list.ts'
import { AddFacet, useColumnsOf } from './add-facet.tsx'
import { AlternativesChip, AlternativesDialog } from './alternatives.tsx'
import { FacetChip, type FacetChipProps } from './facet-chip.tsx'
import { facetsOf, withFacet } from './facets.ts'
import type { ListColumn } from './list-columns.ts'
import { conditionsOf, type ListQuery } from './list-query.ts'
import { useIsPhone } from './use-is-phone.ts'

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
        return <ChipOf key={path} {...chip} columns={columns} />
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

/** A chip for a field of the model or, as `proveedor__rfc`, of what a reference points to. */
export function ChipOf({
  columns,
  ...chip
}: Omit<FacetChipProps, 'column'> & { readonly columns: readonly ListColumn[] }) {
  const [own = '', further] = chip.path.split('__')
  const column = columns.find(({ name }) => name === own)
  const targets = useColumnsOf(
    further === undefined ? undefined : (column?.references ?? undefined),
  )
  const target = targets.find(({ name }) => name === further)
  if (column === undefined) return null
  if (further === undefined) return <FacetChip {...chip} column={column} />
  if (target === undefined) return null
  const label = `${column.label} › ${target.label}`
  return <FacetChip {...chip} column={{ ...target, label }} />
}
