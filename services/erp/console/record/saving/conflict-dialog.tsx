import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'

import type { Column } from '../../metadata/model-metadata.ts'
import { ShowValue } from '../../values/show-value.tsx'
import { words } from '../../words/record.ts'
import { shapeAt } from '../form/form-state.ts'
import type { Shape } from '../form/record-shape.ts'
import { changeNode, nodeAt, valueOf, type NodePath, type RecordNode } from '../record-node.ts'
import { takeTheirs, type Conflict, type Merged } from './record-conflict.ts'

export interface ConflictDialogProps {
  readonly shape: Shape
  readonly merged: Merged
  /** Fields that the form shows: of others nothing is told. */
  readonly shown: ReadonlySet<string>
  /** Goes on with the record as the person put it together. */
  readonly onSettle: (node: RecordNode) => void
  readonly onClose: () => void
}

/** What two persons changed at once, field by field: mine or what stands now. */
export function ConflictDialog({ shape, merged, shown, onSettle, onClose }: ConflictDialogProps) {
  const { conflicts } = merged
  const [theirs, setTheirs] = useState<ReadonlySet<Conflict>>(new Set())
  const choose = (conflict: Conflict, isTheirs: boolean): void => {
    const chosen = new Set(theirs)
    if (isTheirs) chosen.add(conflict)
    else chosen.delete(conflict)
    setTheirs(chosen)
  }
  const settle = (): void => {
    const settled = conflicts
      .filter((conflict) => theirs.has(conflict))
      .reduce(
        (node, { path, field }) => changeNode(node, path, (at) => takeTheirs(at, field)),
        merged.node,
      )
    onSettle(settled)
  }
  const alsoChanged = merged.theirChanges.flatMap((name) => {
    const column = shape.columns.get(name)
    return column === undefined || !shown.has(name) ? [] : [column.label]
  })
  return (
    <Dialog
      title={words('conflictTitle')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('keepEditing')}</Button>
          <Button kind="primary" onClick={settle}>
            {words('saveAgain')}
          </Button>
        </>
      }
    >
      <p>{words(conflicts.length > 0 ? 'conflictText' : 'noConflictText')}</p>
      {conflicts.length > 0 && (
        <div class="conflicts">
          {conflicts.map((conflict, index) => (
            <ConflictRow
              key={index}
              name={`conflict-${index}`}
              conflict={conflict}
              label={labelOf(shape, merged.node, conflict)}
              column={shapeAt(shape, conflict.path)?.columns.get(conflict.field)}
              isTheirs={theirs.has(conflict)}
              onChoose={(isTheirs) => choose(conflict, isTheirs)}
            />
          ))}
        </div>
      )}
      {alsoChanged.length > 0 && (
        <p class="muted">{words('theyChanged', { fields: alsoChanged.join(', ') })}</p>
      )}
      {merged.gone > 0 && <p>{words('linesGone', { count: merged.gone })}</p>}
    </Dialog>
  )
}

interface ConflictRowProps {
  readonly name: string
  readonly label: string
  readonly column: Column | undefined
  readonly conflict: Conflict
  readonly isTheirs: boolean
  readonly onChoose: (isTheirs: boolean) => void
}

function ConflictRow({ name, label, column, conflict, isTheirs, onChoose }: ConflictRowProps) {
  const { field, mine, mineText, theirs, theirsText } = conflict
  const shown = (value: unknown, text: unknown) =>
    column === undefined || value === null || value === undefined ? (
      <i>{words('nothing')}</i>
    ) : (
      <ShowValue column={column} record={{ [field]: value, [`${field}_str`]: text }} />
    )
  return (
    <fieldset>
      <legend>{label}</legend>
      <label>
        <input type="radio" name={name} checked={!isTheirs} onChange={() => onChoose(false)} />
        <span>
          <small>{words('mine')}</small>
          {shown(mine, mineText)}
        </span>
      </label>
      <label>
        <input type="radio" name={name} checked={isTheirs} onChange={() => onChoose(true)} />
        <span>
          <small>{words('theirs')}</small>
          {shown(theirs, theirsText)}
        </span>
      </label>
    </fieldset>
  )
}

function labelOf(shape: Shape, node: RecordNode, { path, field }: Conflict): string {
  const own = shapeAt(shape, path)?.columns.get(field)?.label ?? field
  return path.length === 0 ? own : `${lineLabel(shape, node, path)} · ${own}`
}

function lineLabel(shape: Shape, node: RecordNode, path: NodePath): string {
  const [step] = path
  const line = shape.lines.find(({ name }) => name === step?.[0])
  const found = nodeAt(node, path.slice(0, 1))
  if (line === undefined || found === undefined) return ''
  const number = line.order === null ? found.id : valueOf(found, line.order)
  return words('lineOf', { lines: line.shape.meta.label_plural, line: String(number ?? '') })
}
