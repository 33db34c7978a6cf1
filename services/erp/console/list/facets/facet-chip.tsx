import closeIcon from 'lucide-static/icons/x.svg'
import { useEffect, useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Popover } from '@oficina/web/popover.tsx'

import { words } from '../../words/list.ts'
import type { ListColumn } from '../list-columns.ts'
import { useReferenceTexts } from '../reference-texts.ts'
import { FacetEditor } from './facet-editor.tsx'
import { facetWords } from './facet-words.ts'
import { chosenValues, facetKind, type Facet } from './facets.ts'

export interface FacetChipProps {
  readonly model: string
  readonly column: ListColumn
  readonly path: string
  readonly facet: Facet
  readonly others: string
  /** It was just added: the person goes on in it. */
  readonly isNew: boolean
  readonly onChange: (facet: Facet) => void
}

/** A field that the list is filtered by, or may be: what it asks for, a panel to change that, and a way to drop it. */
export function FacetChip(props: FacetChipProps) {
  const { column, facet, path, isNew, onChange } = props
  const [isOpen, setOpen] = useState(isNew)
  useEffect(() => {
    if (isNew) setOpen(true)
  }, [isNew])
  const isReference = facetKind(column) === 'reference'
  const texts = useReferenceTexts(
    isReference ? (column.references ?? '') : '',
    isReference ? chosenValues(facet) : [],
  )
  const isOn = facet.conditions.length > 0
  return (
    <Popover
      label={words('filterBy', { name: column.label })}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      class={classes('facet', isOn && 'on', isOpen && 'open')}
      button={
        <>
          <button
            type="button"
            class="facet-name"
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            onClick={() => setOpen(!isOpen)}
          >
            {isOn ? (
              <>
                <i>{column.label}</i> <span>{facetWords(column, facet, texts)}</span>
              </>
            ) : (
              column.label
            )}
          </button>
          {isOn && (
            <IconButton
              icon={closeIcon}
              label={words('removeFilter', { name: column.label })}
              onClick={() => onChange({ path, conditions: [] })}
            />
          )}
        </>
      }
    >
      <FacetEditor {...props} />
    </Popover>
  )
}
