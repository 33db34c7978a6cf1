import backIcon from 'lucide-static/icons/chevron-left.svg'
import nextIcon from 'lucide-static/icons/chevron-right.svg'
import addIcon from 'lucide-static/icons/plus.svg'
import { useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { Popover } from '@oficina/web/popover.tsx'

import { words } from '../../words/list.ts'
import type { ListColumn } from '../list-columns.ts'
import { useColumnsOf } from '../use-columns-of.ts'

export interface AddFacetProps {
  readonly columns: readonly ListColumn[]
  /** Those that are there already. */
  readonly taken: readonly string[]
  readonly onAdd: (path: string) => void
  /** Conditions of which one must hold. */
  readonly onAddAlternatives?: () => void
}

/** A button that adds a filter by any field, or by a field of what a reference points to. */
export function AddFacet({ columns, taken, onAdd, onAddAlternatives }: AddFacetProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [through, setThrough] = useState<ListColumn | undefined>(undefined)
  const further = useColumnsOf(through?.references ?? undefined)
  const close = (): void => {
    setOpen(false)
    setTyped('')
    setThrough(undefined)
  }
  const prefix = through === undefined ? '' : `${through.name}__`
  const wanted = typed.trim().toLocaleLowerCase()
  const offered = (through === undefined ? columns : further).filter(
    ({ isFilterable, name, label, references }) =>
      isFilterable &&
      (references !== null || !taken.includes(prefix + name)) &&
      label.toLocaleLowerCase().includes(wanted),
  )
  return (
    <Popover
      label={words('addFilter')}
      isOpen={isOpen}
      onClose={close}
      button={
        <button
          type="button"
          class="facet-name facet-add"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          <Icon svg={addIcon} /> {words('filter')}
        </button>
      }
    >
      {through !== undefined && <Through of={through} onBack={() => setThrough(undefined)} />}
      <input
        class="input"
        type="search"
        placeholder={words('searchField')}
        aria-label={words('searchField')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <ul class="facet-fields">
        {offered.map((column) => (
          <li key={column.name}>
            <button
              type="button"
              class="menu-item"
              disabled={taken.includes(prefix + column.name)}
              onClick={() => {
                close()
                onAdd(prefix + column.name)
              }}
            >
              {column.label}
            </button>
            {through === undefined && column.references !== null && (
              <IconButton
                icon={nextIcon}
                label={words('fieldsOf', { name: column.label })}
                onClick={() => {
                  setThrough(column)
                  setTyped('')
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {onAddAlternatives !== undefined && through === undefined && (
        <button
          type="button"
          class="menu-item facet-any"
          onClick={() => {
            close()
            onAddAlternatives()
          }}
        >
          {words('addAlternatives')}
        </button>
      )}
    </Popover>
  )
}

function Through({ of, onBack }: { readonly of: ListColumn; readonly onBack: () => void }) {
  return (
    <div class="facet-through">
      <IconButton icon={backIcon} label={words('back')} onClick={onBack} />
      <b>{of.label}</b>
    </div>
  )
}
