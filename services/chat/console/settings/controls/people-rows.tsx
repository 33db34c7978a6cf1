import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { Avatar } from '../../people/avatar.tsx'
import { ownId } from '../../state/part.ts'
import { loadAllPeople, people, person } from '../../state/people/people.ts'
import { words } from '../../words/settings.ts'
import { act } from '../frame/act.ts'
import { Filter } from './filter.tsx'
import { personNameOrYou } from './person-name.ts'

export interface PeopleRowsProps {
  readonly ids: readonly number[]
  readonly label: string
  /** What is said where there is nobody. */
  readonly none: string
  readonly removeLabel: (name: string) => string
  /** Absent: nobody can be removed. */
  readonly onRemove?: ((id: number) => void) | undefined
}

const ROW_HEIGHT = 44

/** Any number of people, of whom those on the screen are in the page and asked for. */
export function PeopleRows({ ids, label, none, removeLabel, onRemove }: PeopleRowsProps) {
  const [typed, setTyped] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = plain(typed)
  if (wanted !== '') people.watch()
  const found =
    wanted === ''
      ? ids
      : ids.filter((id) => plain(people.peek(id)?.full_name ?? '').includes(wanted))
  const { rows, totalHeight } = useVirtualRows(scroller, {
    count: found.length,
    rowHeight: ROW_HEIGHT,
  })
  const find = (text: string): void => {
    setTyped(text)
    // Names can be looked through only once they are all known.
    if (text !== '') void act(loadAllPeople)
  }
  if (ids.length === 0) return <Empty title={none} />
  return (
    <>
      <div class="row">
        <Filter value={typed} onType={find} />
        <span class="muted">{words('people', { count: found.length })}</span>
      </div>
      <div class="settings-rows" ref={scroller} role="list" aria-label={label}>
        <div role="presentation" style={{ height: `${totalHeight}px`, position: 'relative' }}>
          {rows.map(({ index, top, slot }) => {
            const id = found[index]
            return (
              id !== undefined && (
                <div
                  key={slot}
                  class="settings-row"
                  role="listitem"
                  style={{ transform: `translateY(${top}px)` }}
                >
                  <Avatar of={person(id)} />
                  <span class="settings-list-name">
                    <Link to={`/user/${id}`} class="plain-link">
                      {personNameOrYou(id)}
                    </Link>
                  </span>
                  {onRemove !== undefined && id !== ownId() && (
                    <Button
                      kind="quiet"
                      aria-label={removeLabel(personNameOrYou(id))}
                      onClick={() => onRemove(id)}
                    >
                      {words('remove')}
                    </Button>
                  )}
                </div>
              )
            )
          })}
        </div>
      </div>
    </>
  )
}
