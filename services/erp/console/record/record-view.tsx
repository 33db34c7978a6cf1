import '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Empty } from '@oficina/web/notice.tsx'
import { guardLeaving, navigate } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import type { ModelMetadata } from '../metadata/model-metadata.ts'
import { recordText } from '../values/record-text.ts'
import { words } from '../words/record.ts'
import { RecordSide } from './beside/record-side.tsx'
import { RelatedTabs } from './beside/related-tabs.tsx'
import { WaitingFiles } from './beside/waiting-files.tsx'
import { isUnsaved, type FormState } from './form/form-state.ts'
import { RecordForm } from './form/record-form.tsx'
import { sectionsOf } from './form/record-shape.ts'
import { listOf, neighboursOf, recordAddress, type Neighbours } from './neighbours.ts'
import { RecordActions } from './record-actions.tsx'
import { recordActs } from './record-acts.ts'
import { RecordHead } from './record-head.tsx'
import { changesOf } from './saving/changes.ts'
import { ConflictDialog } from './saving/conflict-dialog.tsx'
import { CreateHost } from './saving/create-host.tsx'
import { copyAddress } from './saving/new-record.ts'
import { useSaving } from './saving/use-saving.ts'
import { useRecordKeys } from './use-record-keys.ts'

export interface RecordViewProps {
  readonly state: FormState
  readonly etag: string | undefined
  readonly query: URLSearchParams
}

const NONE: ReadonlySet<string> = new Set()

/** A record that is open: its head, its form, and what stands around it. */
export function RecordView({ state: opened, etag, query }: RecordViewProps) {
  // "Save and new" goes on with another record on the same page.
  const [state, setState] = useState(opened)
  const { shape } = state
  const { meta, rights } = shape
  const saving = useSaving(state, etag)
  const isNew = state.node.value.id === undefined
  const isReadOnly = isNew ? rights?.create !== true : rights?.update !== true
  const release = useGuard(state)
  useTitle(isNew ? words('newOf', { model: meta.label }) : recordText(meta, state.node.value.base))
  const acts = recordActs({ state, saving, query, release, onNew: setState })
  const neighbours = useNeighbours(meta, query)
  const step = (by: -1 | 1): boolean => {
    const id = by === 1 ? neighbours?.next : neighbours?.previous
    const list = listOf(query)
    if (id === undefined || list === undefined) return false
    void navigate(recordAddress(meta.model, id, { ...list, row: list.row + by }))
    return true
  }
  useRecordKeys({ save: isReadOnly ? nothing : acts.save, step })
  const { id, base, lines } = state.node.value
  const around = id === undefined ? undefined : { meta, record: { ...base, id } }
  if (isNew && isReadOnly) return <Empty title={words('mayNotCreate')} />
  const shown = new Set(
    sectionsOf(shape, NONE).flatMap(({ fields }) => fields.map(({ column }) => column.name)),
  )
  return (
    <div class="record" key={state.node.value.key}>
      <RecordHead
        state={state}
        query={query}
        neighbours={isNew ? undefined : neighbours}
        isReadOnly={isReadOnly}
        isBusy={saving.isBusy}
        onSave={(isMore) => void acts.save(isMore)}
        onDiscard={() => void acts.discard()}
        onDuplicate={() => void navigate(copyAddress(meta.model, state.node.peek().id ?? 0))}
        onRemove={() => void acts.remove()}
        onStep={step}
        actions={
          around !== undefined && (
            <RecordActions {...around} lines={lines} onChanged={() => void acts.read()} />
          )
        }
      />
      <div class={classes(around !== undefined && 'split')}>
        <div>
          <RecordForm state={state} isReadOnly={isReadOnly} isFocused={isNew} />
          {isNew && rights?.update === true && <WaitingFiles state={state} />}
          {around !== undefined && <RelatedTabs {...around} />}
        </div>
        {around !== undefined && <RecordSide {...around} />}
      </div>
      {saving.merged !== undefined && (
        <ConflictDialog
          shape={shape}
          merged={saving.merged}
          shown={shown}
          onSettle={(node) => void acts.settle(node)}
          onClose={saving.keepEditing}
        />
      )}
      <CreateHost />
    </div>
  )
}

async function nothing(): Promise<void> {}

/** Keeps the person while something is unsaved; the answer lets them go. */
function useGuard(state: FormState): () => void {
  const held = useRef<(() => void) | undefined>(undefined)
  const isHeld = isUnsaved(state)
  const release = (): void => {
    held.current?.()
    held.current = undefined
  }
  useEffect(() => {
    if (!isHeld) return
    held.current = guardLeaving(() =>
      ask({
        title: words('leaveTitle'),
        text: words('leaveText', { changes: changesOf(state.shape, state.node.peek()) }),
        confirm: words('leave'),
        isDangerous: true,
      }),
    )
    return release
  }, [isHeld, state])
  return release
}

function useNeighbours(meta: ModelMetadata, query: URLSearchParams): Neighbours | undefined {
  const [found, setFound] = useState<Neighbours | undefined>(undefined)
  const asked = query.toString()
  useEffect(() => {
    const list = listOf(query)
    if (list === undefined) return
    const abort = new AbortController()
    // Without an answer the record is shown without its neighbours.
    neighboursOf(meta.model, { ...list, ordering: meta.admin.ordering }, abort.signal).then(
      setFound,
      () => undefined,
    )
    return () => abort.abort()
  }, [meta, asked])
  return found
}
