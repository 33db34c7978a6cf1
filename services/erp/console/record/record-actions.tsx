import '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { addCommands } from '@oficina/web/commands.ts'
import { Menu } from '@oficina/web/menu.tsx'
import { changeQuery, place } from '@oficina/web/router.ts'

import { actionsOf, type ActionDescription } from '../actions/action-description.ts'
import { useActionRun } from '../actions/action-runner.tsx'
import { madeRecords, type MadeRecord } from '../actions/made-records.ts'
import { actionsInState, isDangerous, offeredActions } from '../actions/offered-actions.ts'
import { rightsOf } from '../session/permissions.ts'
import { recordText } from '../values/record-text.ts'
import { words } from '../words/actions.ts'
import { forgetRelated, relatedGroups } from './beside/related-records.ts'
import { PrintButton } from './print-button.tsx'
import type { Lines } from './record-node.ts'
import type { AroundRecord, ShownRecord } from './surrounded-record.ts'
import { useReferred } from './use-referred.ts'

export interface RecordActionsProps extends AroundRecord {
  /** Its lines, as they are stored, by the name of their relation. */
  readonly lines: Lines
  /** Something happened to the record: read it again. */
  readonly onChanged: () => void
}

/** The buttons of a record's head: what the person may do with it as it is now, and printing. */
export function RecordActions({ meta, record, lines, onChanged }: RecordActionsProps) {
  const runner = useActionRun()
  const rights = rightsOf(meta.model)
  const asked = {
    actions: actionsOf(meta),
    columns: meta.columns,
    record,
    isAllowed: (name: string) => rights?.actions.some((action) => action.name === name) === true,
  }
  const referred = useReferred({ meta, record }, actionsInState(asked))
  const { next, dangerous, others } = offeredActions({
    ...asked,
    referred: referred.values,
    lines: Object.fromEntries(
      Object.entries(lines).map(([name, nodes]) => [name, nodes.map(({ base }) => base)]),
    ),
  })
  const subject = recordText(meta, record)
  const start = (action: ActionDescription): void =>
    runner.start({
      model: meta.model,
      action,
      subject,
      own: { model: meta.model, record },
      onDone: (data) => {
        forgetRelated()
        referred.reload()
        onChanged()
        return madeBy({ meta, record }, data)
      },
    })
  useAskedAction([...(next === undefined ? [] : [next]), ...others, ...dangerous], start)
  useActionCommands([...(next === undefined ? [] : [next]), ...others, ...dangerous], {
    subject,
    start,
  })
  const [danger, ...moreDanger] = dangerous
  const inMenu = [...others, ...moreDanger]
  return (
    <div class="record-actions">
      <PrintButton meta={meta} record={record} />
      {inMenu.length > 0 && (
        <Menu
          items={inMenu.map((action) => ({
            label: labelOf(action),
            run: () => start(action),
            isDangerous: isDangerous(action),
          }))}
        >
          {words('more')}
        </Menu>
      )}
      {danger !== undefined && (
        <Button kind="danger" onClick={() => start(danger)}>
          {labelOf(danger)}
        </Button>
      )}
      {next !== undefined && (
        <Button kind="primary" onClick={() => start(next)}>
          {next.label}
        </Button>
      )}
      {runner.dialogs}
    </div>
  )
}

/** Dots say that something is asked before anything is done. */
function labelOf(action: ActionDescription): string {
  return isDangerous(action) ? `${action.label}…` : action.label
}

async function madeBy(around: AroundRecord, data: unknown): Promise<readonly MadeRecord[]> {
  const isRecord = typeof data === 'object' && data !== null && 'id' in data
  if (!isRecord) return []
  // The service answers the record as the action left it.
  const after = data as ShownRecord
  const groups = await relatedGroups({ ...around, record: after }).catch(() => [])
  return await madeRecords(around.meta, around.record, { after, groups })
}

const ASKED = 'accion'

/** A link to the record may ask for one of its actions, such as a step of a company's first hour. */
function useAskedAction(
  offered: readonly ActionDescription[],
  start: (action: ActionDescription) => void,
): void {
  useEffect(() => {
    const query = new URLSearchParams(place.peek().query)
    const asked = offered.find(({ name }) => name === query.get(ASKED))
    if (asked === undefined) return
    query.delete(ASKED)
    // Reading the page again must not ask again.
    changeQuery(query)
    start(asked)
  }, [namesOf(offered)])
}

interface Commanded {
  readonly subject: string
  readonly start: (action: ActionDescription) => void
}

/** What the buttons do, in the command palette too. */
function useActionCommands(actions: readonly ActionDescription[], commanded: Commanded): void {
  const held = useRef({ actions, ...commanded })
  held.current = { actions, ...commanded }
  // A palette that is open hears of others.
  useEffect(() => addCommands(() => commandsOf(held.current)), [namesOf(actions)])
}

/** What they are, in a form that can be compared: some are known later than the record. */
function namesOf(actions: readonly ActionDescription[]): string {
  return actions.map(({ name }) => name).join(' ')
}

function commandsOf({
  actions,
  subject,
  start,
}: Commanded & { readonly actions: readonly ActionDescription[] }) {
  return actions.map((action) => ({
    label: action.label,
    detail: subject,
    run: () => start(action),
  }))
}
