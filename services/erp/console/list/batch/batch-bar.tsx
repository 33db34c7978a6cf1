import moreIcon from 'lucide-static/icons/chevron-down.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { Menu } from '@oficina/web/menu.tsx'

import { actionsOf, type ActionDescription } from '../../actions/action-description.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { isDangerous } from '../../actions/offered-actions.ts'
import { words } from '../../words/list.ts'
import type { Selection } from '../grid/selection.ts'
import type { ListState } from '../use-list.ts'
import { actOn, deleteEach, selectedIds } from './batch-calls.ts'
import { BatchDialog, type BatchDialogProps } from './batch-dialog.tsx'

export interface BatchBarProps {
  readonly list: ListState
  readonly selection: Selection
  readonly count: number
  /** Of all that match. */
  readonly total: number
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onDone: () => void
}

const MAX_BUTTONS = 3

/** What can be done to the marked records, or to all that match. */
export function BatchBar(props: BatchBarProps) {
  const { list, selection, count, total, onSelectAll, onClear, onDone } = props
  const { meta, rights } = list
  const [asked, setAsked] = useState<ActionDescription | undefined>(undefined)
  const [running, setRunning] = useState<
    Pick<BatchDialogProps, 'title' | 'parts' | 'run'> | undefined
  >(undefined)
  const actions = actionsOf(meta).filter(
    ({ name, mode }) =>
      mode === 'grid_action' && rights?.actions.some((action) => action.name === name) === true,
  )
  const parts = () => selectedIds(meta.model, selection, list.conditions)
  const subject = words('selected', { count })
  const remove = async (): Promise<void> => {
    const title = words('deleteMany', { count })
    const isSure = await ask({
      title,
      text: words('deleteManyText'),
      confirm: words('delete'),
      isDangerous: true,
    })
    if (!isSure) return
    setRunning({
      title,
      parts: parts(),
      run: (ids, signal) => deleteEach(meta.model, ids, signal),
    })
  }
  return (
    <div class="batch-bar" role="group" aria-label={words('selection')}>
      <IconButton icon={closeIcon} label={words('clearSelection')} onClick={onClear} />
      <b role="status">{subject}</b>
      {count < total && (
        <Button kind="quiet" onClick={onSelectAll}>
          {words('selectTotal', { count: total })}
        </Button>
      )}
      <span class="grow" />
      <Actions actions={actions} onChoose={setAsked} />
      {rights?.delete === true && (
        <Button kind="danger" onClick={() => void remove()}>
          {words('delete')}
        </Button>
      )}
      {asked !== undefined && (
        <ActionDialog
          action={asked}
          subject={`${meta.label_plural}: ${subject}`}
          onClose={() => setAsked(undefined)}
          submit={(inputs) => {
            const path = `/${meta.model}/actions/${asked.name}`
            setRunning({
              title: asked.label,
              parts: parts(),
              run: (ids) => actOn(path, ids, inputs),
            })
            setAsked(undefined)
            return Promise.resolve()
          }}
        />
      )}
      {running !== undefined && (
        <BatchDialog
          {...running}
          model={meta.model}
          count={count}
          onClose={() => {
            setRunning(undefined)
            onDone()
          }}
        />
      )}
    </div>
  )
}

interface ActionsProps {
  readonly actions: readonly ActionDescription[]
  readonly onChoose: (action: ActionDescription) => void
}

function Actions({ actions, onChoose }: ActionsProps) {
  return (
    <>
      {actions.slice(0, MAX_BUTTONS).map((action) => (
        <Button
          key={action.name}
          kind={isDangerous(action) ? 'danger' : 'plain'}
          onClick={() => onChoose(action)}
        >
          {action.label}
        </Button>
      ))}
      {actions.length > MAX_BUTTONS && (
        <Menu
          items={actions.slice(MAX_BUTTONS).map((action) => ({
            label: action.label,
            isDangerous: isDangerous(action),
            run: () => onChoose(action),
          }))}
        >
          {words('more')} <Icon svg={moreIcon} />
        </Menu>
      )}
    </>
  )
}
