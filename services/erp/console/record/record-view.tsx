import '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Empty } from '@oficina/web/notice.tsx'
import { guardLeaving, navigate, place } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { ApiFailure, api } from '../session/api.ts'
import { recordText } from '../values/record-text.ts'
import { words } from '../words/record.ts'
import { changesOf } from './changes.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CreateHost } from './create-host.tsx'
import { isUnsaved, newFormState, resetForm, type FormState } from './form-state.ts'
import { readRecord } from './load-record.ts'
import { listOf, neighboursOf, recordAddress, type Neighbours } from './neighbours.ts'
import { copyAddress, newRecord } from './new-record.ts'
import { RecordActions } from './record-actions.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordHead } from './record-head.tsx'
import { sectionsOf } from './record-shape.ts'
import { RecordSide } from './record-side.tsx'
import { RelatedTabs } from './related-tabs.tsx'
import { useRecordKeys } from './use-record-keys.ts'
import { useSaving, type SavedRecord } from './use-saving.ts'

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
  const read = async (): Promise<void> => {
    const { id } = state.node.peek()
    if (id === undefined) return
    const fresh = await readRecord(shape, String(id))
    saving.readAs(fresh.etag)
    resetForm(state, fresh.node)
  }
  const afterSave = async (saved: SavedRecord | undefined, isMore: boolean): Promise<void> => {
    if (saved === undefined) return
    const text = recordText(meta, saved.record)
    const to = `/m/${meta.model}/${saved.id}`
    if (isMore) {
      toast({
        text: words('created', { text }),
        tone: 'success',
        action: { label: words('open'), run: () => void navigate(to) },
      })
      release()
      if (!isNew || place.peek().query.size > 0) {
        await navigate(`/m/${meta.model}/new`)
        return
      }
      setState(newFormState(shape, await newRecord(shape, new URLSearchParams())))
      return
    }
    toast({ text: isNew ? words('created', { text }) : words('saved'), tone: 'success' })
    if (isNew) {
      resetForm(state, state.node.peek())
      release()
      await navigate(to, { replace: true })
    } else await read().catch(() => undefined)
  }
  const save = async (isMore: boolean): Promise<void> => {
    if (isReadOnly) return
    if (!isNew && !isUnsaved(state)) {
      if (isMore) await navigate(`/m/${meta.model}/new`)
      return
    }
    await afterSave(await saving.save(), isMore)
  }
  const discard = async (): Promise<void> => {
    const changes = changesOf(shape, state.node.peek())
    const isSure = await ask({
      title: words('discardTitle'),
      text: words('discardText', { changes }),
      confirm: words('discard'),
      isDangerous: true,
    })
    if (!isSure) return
    resetForm(state, state.first.peek())
    await read().catch(() => undefined)
  }
  const remove = async (): Promise<void> => {
    const node = state.node.peek()
    const text = recordText(meta, node.base)
    const isSure = await ask({
      title: words('removeTitle', { text }),
      text: words('removeText'),
      confirm: words('remove'),
      isDangerous: true,
    })
    if (!isSure) return
    try {
      await api(`/${meta.model}/${String(node.id)}`, { method: 'DELETE' })
      release()
      toast({ text: words('removed', { text }), tone: 'success' })
      await navigate(`/m/${meta.model}?${query.get('in') ?? ''}`.replace(/\?$/, ''))
    } catch (error) {
      const told = error instanceof ApiFailure && error.message !== ''
      toast({ text: told ? error.message : words('noAnswer'), tone: 'danger' })
    }
  }
  const neighbours = useNeighbours(meta.model, query)
  const step = (by: -1 | 1): boolean => {
    const id = by === 1 ? neighbours?.next : neighbours?.previous
    const list = listOf(query)
    if (id === undefined || list === undefined) return false
    void navigate(recordAddress(meta.model, id, { ...list, row: list.row + by }))
    return true
  }
  useRecordKeys({ save, step })
  const { id, base } = state.node.value
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
        onSave={(isMore) => void save(isMore)}
        onDiscard={() => void discard()}
        onDuplicate={() => void navigate(copyAddress(meta.model, state.node.peek().id ?? 0))}
        onRemove={() => void remove()}
        onStep={step}
        actions={
          around !== undefined && (
            <RecordActions {...around} onChanged={() => void read().catch(() => undefined)} />
          )
        }
      />
      <div class={classes(around !== undefined && 'split')}>
        <div>
          <RecordForm state={state} isReadOnly={isReadOnly} isFocused={isNew} />
          {around !== undefined && <RelatedTabs {...around} />}
        </div>
        {around !== undefined && <RecordSide {...around} />}
      </div>
      {saving.merged !== undefined && (
        <ConflictDialog
          shape={shape}
          merged={saving.merged}
          shown={shown}
          onSettle={(node) => void saving.settle(node).then((saved) => afterSave(saved, false))}
          onClose={saving.keepEditing}
        />
      )}
      <CreateHost />
    </div>
  )
}

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

function useNeighbours(model: string, query: URLSearchParams): Neighbours | undefined {
  const [found, setFound] = useState<Neighbours | undefined>(undefined)
  const asked = query.toString()
  useEffect(() => {
    const list = listOf(query)
    if (list === undefined) return
    const abort = new AbortController()
    // Without an answer the record is shown without its neighbours.
    neighboursOf(model, list, abort.signal).then(setFound, () => undefined)
    return () => abort.abort()
  }, [model, asked])
  return found
}
