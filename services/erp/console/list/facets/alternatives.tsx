import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'

import { words } from '../../words/list.ts'
import type { ListColumn } from '../list-columns.ts'
import type { Condition } from '../list-query.ts'
import { AddFacet } from './add-facet.tsx'
import { facetsOf, splitParameter, withFacet, type Facet } from './facets.ts'
import { PathChip } from './path-chip.tsx'

export interface AlternativesChipProps {
  readonly text: string
  readonly columns: readonly ListColumn[]
  readonly onOpen: () => void
  readonly onRemove: () => void
}

/** Conditions of which one must hold, by the names of their fields. */
export function AlternativesChip({ text, columns, onOpen, onRemove }: AlternativesChipProps) {
  const names = facetsOf([...new URLSearchParams(text)]).map(({ path }) => {
    const [own = ''] = path.split('__')
    return columns.find(({ name }) => name === own)?.label ?? path
  })
  const label = names.join(words('orBetween'))
  return (
    <div class="facet on">
      <button type="button" class="facet-name" aria-haspopup="dialog" onClick={onOpen}>
        <i>{words('anyOf')}</i> <span>{label}</span>
      </button>
      <IconButton
        icon={closeIcon}
        label={words('removeFilter', { name: label })}
        onClick={onRemove}
      />
    </div>
  )
}

export interface AlternativesDialogProps {
  readonly model: string
  readonly columns: readonly ListColumn[]
  /** The conditions as a query string; empty: new ones. */
  readonly text: string
  readonly onClose: () => void
  readonly onSave: (text: string) => void
}

/** Puts together conditions of which one must hold. */
export function AlternativesDialog(props: AlternativesDialogProps) {
  const { model, columns, text, onClose, onSave } = props
  const [conditions, setConditions] = useState<readonly Condition[]>([...new URLSearchParams(text)])
  const [added, setAdded] = useState<string | undefined>(undefined)
  const facets = facetsOf(conditions)
  const paths = [
    ...new Set([...facets.map(({ path }) => path), ...(added === undefined ? [] : [added])]),
  ]
  return (
    <Dialog
      title={words('anyOfTitle')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" onClick={() => onSave(printed(conditions))}>
            {words('apply')}
          </Button>
        </>
      }
    >
      <p class="muted">{words('anyOfHelp')}</p>
      <div class="facets alternatives">
        {paths.map((path) => {
          const facet = facets.find((one) => one.path === path) ?? { path, conditions: [] }
          return (
            <PathChip
              key={path}
              model={model}
              columns={columns}
              path={path}
              facet={facet}
              others=""
              isNew={path === added}
              onChange={(next) => setConditions(withFacet({ conditions }, single(next)).conditions)}
            />
          )
        })}
        <AddFacet columns={columns} taken={paths} onAdd={setAdded} />
      </div>
    </Dialog>
  )
}

/** A span has two conditions, of which each would be an alternative: its beginning alone remains. */
function single(facet: Facet): Facet {
  const [first] = facet.conditions
  if (facet.conditions.length < 2 || first === undefined) return facet
  const isBeginning = splitParameter(first[0]).operator === 'gte'
  return { ...facet, conditions: isBeginning ? [first] : facet.conditions.slice(0, 1) }
}

function printed(conditions: readonly Condition[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of conditions) query.append(name, value)
  return query.toString()
}
