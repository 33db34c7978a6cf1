import downIcon from 'lucide-static/icons/arrow-down.svg'
import upIcon from 'lucide-static/icons/arrow-up.svg'
import gripIcon from 'lucide-static/icons/grip-vertical.svg'
import { useRef, useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { words } from '../words/list.ts'
import { MAX_WIDTH, MIN_WIDTH } from './grid/grid-layout.ts'
import type { ListColumn } from './list-columns.ts'
import { DENSITIES, movedTo, PLAIN_LOOK, type ListLook } from './list-look.ts'

export interface ColumnsDialogProps {
  readonly all: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
  readonly look: ListLook
  readonly onChange: (look: ListLook) => void
  readonly onClose: () => void
}

/** Which columns a list shows, in which order and how wide, and how high its rows are. What is changed holds at once. */
export function ColumnsDialog({ all, shown, look, onChange, onClose }: ColumnsDialogProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const others = all.filter(
    (column) =>
      !shown.some(({ name }) => name === column.name) &&
      column.label.toLocaleLowerCase().includes(wanted),
  )
  const choose = (columns: readonly ListColumn[]): void => {
    if (columns.length > 0) onChange({ ...look, columns: columns.map(({ name }) => name) })
  }
  return (
    <Dialog
      title={words('columns')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={() => onChange(PLAIN_LOOK)}>
            {words('asProposed')}
          </Button>
          <span class="grow" />
          <Button kind="primary" onClick={onClose}>
            {words('done')}
          </Button>
        </>
      }
    >
      <div class="columns-density" role="radiogroup" aria-label={words('density')}>
        <span class="muted">{words('density')}</span>
        {DENSITIES.map((density) => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              checked={look.density === density}
              onChange={() => onChange({ ...look, density })}
            />
            {words(density)}
          </label>
        ))}
      </div>
      <div class="columns-lists">
        <ShownColumns shown={shown} look={look} onChange={onChange} onChoose={choose} />
        <section aria-label={words('otherColumns')}>
          <h3>{words('otherColumns')}</h3>
          <input
            class="input"
            type="search"
            placeholder={words('searchField')}
            aria-label={words('searchField')}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <ul class="columns-others">
            {others.map((column) => (
              <li key={column.name}>
                <label>
                  <input
                    type="checkbox"
                    checked={false}
                    onChange={() => choose([...shown, column])}
                  />
                  {column.label}
                </label>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

interface ShownColumnsProps extends Pick<ColumnsDialogProps, 'shown' | 'look' | 'onChange'> {
  readonly onChoose: (columns: readonly ListColumn[]) => void
}

/** The columns that are shown, each to be dragged or moved by its buttons to another place. */
function ShownColumns({ shown, look, onChange, onChoose }: ShownColumnsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | undefined>(undefined)
  const move = (from: number, to: number): void => {
    onChoose(movedTo(shown, from, to))
  }
  return (
    <section aria-label={words('shownColumns')}>
      <h3>{words('shownColumns')}</h3>
      <ul class="columns-shown" ref={list}>
        {shown.map((column, index) => (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same by keyboard
          <li
            key={column.name}
            draggable
            class={classes(dragged === index && 'dragged')}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', column.name)
              setDragged(index)
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              if (dragged === index) return
              onChoose(movedTo(shown, dragged, index))
              setDragged(index)
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            <Icon svg={gripIcon} />
            <label>
              <input
                type="checkbox"
                checked
                disabled={shown.length === 1}
                onChange={() => onChoose(shown.filter((one) => one !== column))}
              />
              {column.label}
            </label>
            <input
              class="input num"
              type="number"
              min={MIN_WIDTH}
              max={MAX_WIDTH}
              step={10}
              aria-label={words('resize', { name: column.label })}
              placeholder={words('automatic')}
              value={look.widths[column.name] ?? ''}
              onChange={(event) => onChange(sized(look, column.name, event.currentTarget.value))}
            />
            <IconButton
              icon={upIcon}

              label={words('moveUp', { name: column.label })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              icon={downIcon}

              label={words('moveDown', { name: column.label })}
              disabled={index === shown.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The look with a column as wide as was typed; an empty text gives it back to the grid. */
function sized(look: ListLook, name: string, typed: string): ListLook {
  const { [name]: _former, ...others } = look.widths
  const width = Number(typed)
  if (typed === '' || Number.isNaN(width)) return { ...look, widths: others }
  return {
    ...look,
    widths: { ...others, [name]: Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.round(width))) },
  }
}
