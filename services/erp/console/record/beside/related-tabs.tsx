import '@preact/signals'
import addIcon from 'lucide-static/icons/plus.svg'
import { Button } from '@oficina/web/button.tsx'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'
import { changeQuery, navigate, place } from '@oficina/web/router.ts'
import { Tabs } from '@oficina/web/tabs.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { ActionDescription } from '../../actions/action-description.ts'
import { useActionRun } from '../../actions/action-runner.tsx'
import type { ModelMetadata } from '../../metadata/model-metadata.ts'
import { rightsOf } from '../../session/permissions.ts'
import { recordText } from '../../values/record-text.ts'
import { words } from '../../words/surroundings.ts'
import type { AroundRecord } from '../surrounded-record.ts'
import { forgetRelated, questionOf, relatedGroups, type RelatedGroup } from './related-records.ts'
import { RelatedRows } from './related-rows.tsx'

const TAB = 'tab'

/** Below a record: the records that refer to it and are not its lines, a tab a model, and making another. */
export function RelatedTabs({ meta, record }: AroundRecord) {
  const runner = useActionRun()
  const question = questionOf({ meta, record })
  const { value: groups, reload } = useLoaded(question, () => relatedGroups({ meta, record }))
  if (groups === undefined) return null
  const asked = place.value.query.get(TAB)
  const chosen = groups.find((group) => keyOf(group) === asked) ?? groups[0]
  const start = (model: string, action: ActionDescription): void => {
    const { name } = action.inputs.find(({ references }) => references === meta.model) ?? {}
    const given = { value: record.id, text: recordText(meta, record) }
    runner.start({
      model,
      action,
      subject: given.text,
      ...(name !== undefined && { given: { [name]: given } }),
      onDone: async () => {
        forgetRelated()
        reload()
        return []
      },
    })
  }
  const items = addItems({ meta, record }, groups, start)
  if (groups.length === 0 && items.length === 0) return null
  return (
    <section class="card related-tabs" aria-label={words('rows')}>
      {items.length > 0 && (
        <Menu kind="quiet" icon={addIcon} items={items}>
          {words('add')}
        </Menu>
      )}
      {chosen === undefined ? (
        <p class="muted">{words('noRelated')}</p>
      ) : (
        <Tabs
          label={words('rows')}
          tabs={groups.map((group) => ({
            key: keyOf(group),
            label: group.label,
            count: `${group.count}${group.more ? '+' : ''}`,
          }))}
          chosen={keyOf(chosen)}
          onChoose={chooseTab}
        >
          <RelatedRows key={keyOf(chosen)} group={chosen} version={question} />
          <AddButton group={chosen} id={record.id} />
        </Tabs>
      )}
      {runner.dialogs}
    </section>
  )
}

/** Another one of the chosen tab. */
function AddButton({ group, id }: { readonly group: RelatedGroup; readonly id: number }) {
  const { model, field } = group
  const rights = rightsOf(model)
  if (field === null || rights?.create !== true) return null
  return (
    <Button kind="quiet" icon={addIcon} onClick={() => void navigate(newAddress(model, field, id))}>
      {words('addNamed', { model: rights.label.toLowerCase() })}
    </Button>
  )
}

type Start = (model: string, action: ActionDescription) => void

/** What can be made for a record: by an action that names it, or as a record of a model that is not shown yet. */
function addItems(
  { meta, record }: AroundRecord,
  groups: readonly RelatedGroup[],
  start: Start,
): readonly MenuItem[] {
  const incoming = meta.relations.filter(
    ({ kind, composition }) => kind === 'one_to_many' && !composition,
  )
  const models = [...new Set(incoming.map(({ model }) => model))]
  const byAction = models.flatMap((model) =>
    nativeActions(model, meta).map((action) => ({
      label: action.label,
      run: () => start(model, action),
    })),
  )
  const made = incoming.flatMap(({ model, field }) => {
    const rights = rightsOf(model)
    const isShown = groups.some((group) => group.model === model && group.field === field)
    if (rights?.create !== true || !rights.menu || isShown) return []
    const run = (): void => void navigate(newAddress(model, field, record.id))
    return [{ label: rights.label, run }]
  })
  return [...byAction, ...made.toSorted((one, other) => one.label.localeCompare(other.label))]
}

/** Actions on no record that take a record of this model. */
function nativeActions(model: string, meta: ModelMetadata): readonly ActionDescription[] {
  // Permissions describe actions as metadata does.
  const actions = (rightsOf(model)?.actions ?? []) as readonly ActionDescription[]
  return actions.filter(
    ({ mode, inputs }) =>
      mode === 'native' && inputs.some(({ references }) => references === meta.model),
  )
}

function newAddress(model: string, field: string, id: number): string {
  return `/m/${model}/new?${field}=${id}`
}

function keyOf({ model, field }: RelatedGroup): string {
  return field === null ? model : `${model}.${field}`
}

function chooseTab(key: string): void {
  const query = new URLSearchParams(place.peek().query)
  query.set(TAB, key)
  changeQuery(query)
}
