import moreIcon from 'lucide-static/icons/chevron-down.svg'
import { useEffect } from 'preact/hooks'
import { Icon } from '@oficina/web/icon.tsx'
import { Menu } from '@oficina/web/menu.tsx'

import { actionsOf, type ActionDescription } from '../actions/action-description.ts'
import { useActionRun } from '../actions/action-runner.tsx'
import { wantedAction } from '../actions/wanted-action.ts'
import { words } from '../words/list.ts'
import type { ListState } from './use-list.ts'

/** What can be done with a model without choosing records, such as taking in a file that makes one. */
export function NativeActions({
  list,
  onDone,
}: {
  readonly list: ListState
  readonly onDone: () => void
}) {
  const { meta, rights } = list
  const { start, dialogs } = useActionRun()
  const offered = actionsOf(meta).filter(
    ({ name, mode }) =>
      mode === 'native' && rights?.actions.some((action) => action.name === name) === true,
  )
  const begin = (action: ActionDescription): void =>
    start({
      model: meta.model,
      action,
      subject: meta.label_plural,
      onDone: () => {
        onDone()
        return Promise.resolve([])
      },
    })
  const wanted = wantedAction.value
  useEffect(() => {
    if (wanted?.model !== meta.model) return
    wantedAction.value = undefined
    const action = offered.find(({ name }) => name === wanted.name)
    if (action !== undefined) begin(action)
  }, [wanted, meta.model])
  if (offered.length === 0) return null
  return (
    <>
      <Menu items={offered.map((action) => ({ label: action.label, run: () => begin(action) }))}>
        {words('actions')} <Icon svg={moreIcon} />
      </Menu>
      {dialogs}
    </>
  )
}
