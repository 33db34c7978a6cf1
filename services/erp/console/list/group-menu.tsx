import groupIcon from 'lucide-static/icons/layers.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Popover } from '@oficina/web/popover.tsx'

import { words } from '../words/list.ts'
import { offeredTerms, termsOf, type GroupTerm } from './group-terms.ts'
import type { ListState } from './use-list.ts'

// The service takes four; a table of more than two is a report.
const MAX_TERMS = 2

/** What the records are grouped by. */
export function GroupMenu({ list }: { readonly list: ListState }) {
  const { meta, query, change, all } = list
  const [isOpen, setOpen] = useState(false)
  const chosen = termsOf(query.groupBy, all)
  const isOn = chosen.length > 0
  const toggle = ({ name }: GroupTerm, isChosen: boolean): void => {
    const others = query.groupBy.filter((one) => one !== name)
    const groupBy = isChosen ? [...others, name].slice(-MAX_TERMS) : others
    change({ ...query, groupBy, sort: [] })
  }
  return (
    <Popover
      label={words('groupedBy')}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      class={classes('facet', 'facet-group', isOn && 'on')}
      button={
        <>
          <button
            type="button"
            class="facet-name"
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon svg={groupIcon} />
            {isOn ? (
              <>
                <i>{words('groupedBy')}</i> <span>{chosen.map(termLabel).join(', ')}</span>
              </>
            ) : (
              words('group')
            )}
          </button>
          {isOn && (
            <IconButton
              icon={closeIcon}
              label={words('noGroups')}
              onClick={() => change({ ...query, groupBy: [], sort: [] })}
            />
          )}
        </>
      }
    >
      <fieldset class="facet-boxes">
        <legend class="hidden">{words('groupedBy')}</legend>
        {offeredTerms(all, meta.admin.filters).map((term) => (
          <label key={term.name}>
            <input
              type="checkbox"
              checked={query.groupBy.includes(term.name)}
              onChange={(event) => toggle(term, event.currentTarget.checked)}
            />
            {termLabel(term)}
          </label>
        ))}
      </fieldset>
    </Popover>
  )
}

export function termLabel({ column, unit }: GroupTerm): string {
  if (unit === 'month') return words('byMonth', { name: column.label })
  return unit === 'year' ? words('byYear', { name: column.label }) : column.label
}
