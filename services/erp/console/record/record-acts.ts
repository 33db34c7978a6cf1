import { ask } from '@oficina/web/ask.tsx'
import { navigate, place } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { ApiFailure, api } from '../session/api.ts'
import { recordText } from '../values/record-text.ts'
import { words } from '../words/record.ts'
import { sendWaiting } from './beside/waiting-files.tsx'
import { isUnsaved, newFormState, resetForm, type FormState } from './form/form-state.ts'
import { readRecord } from './load-record.ts'
import type { RecordNode } from './record-node.ts'
import { changesOf } from './saving/changes.ts'
import { newRecord } from './saving/new-record.ts'
import type { SavedRecord, Saving } from './saving/use-saving.ts'

export interface RecordActs {
  /** Saves what was typed; `isMore` begins another then. */
  readonly save: (isMore: boolean) => Promise<void>
  readonly settle: (node: RecordNode) => Promise<void>
  readonly discard: () => Promise<void>
  readonly remove: () => Promise<void>
  /** Shows the record as it is now; what was typed stays. */
  readonly read: () => Promise<void>
}

export interface RecordPlace {
  readonly state: FormState
  readonly saving: Saving
  readonly query: URLSearchParams
  /** Lets the person go although something was typed. */
  readonly release: () => void
  /** Shows another new record in its place. */
  readonly onNew: (state: FormState) => void
}

/** What can be done with the record of a page as a whole. */
export function recordActs(of: RecordPlace): RecordActs {
  const { state, saving, query, release } = of
  const { shape } = state
  const { meta } = shape
  const read = async (): Promise<void> => {
    const { id } = state.node.peek()
    if (id === undefined) return
    try {
      const fresh = await readRecord(shape, String(id))
      saving.readAs(fresh.etag)
      resetForm(state, fresh.node)
      state.changesOnly.value = fresh.changesOnly
    } catch {
      // What is shown stays; the next write says if something is wrong.
    }
  }
  const saved = async (record: SavedRecord | undefined, isMore: boolean): Promise<void> => {
    if (record !== undefined) await afterSave(of, record, { isMore, read })
  }
  return {
    read,
    save: async (isMore) => {
      if (state.node.peek().id !== undefined && !isUnsaved(state)) {
        if (isMore) await navigate(`/m/${meta.model}/new`)
        return
      }
      await saved(await saving.save(), isMore)
    },
    settle: async (node) => saved(await saving.settle(node), false),
    discard: async () => {
      const changes = changesOf(shape, state.node.peek())
      const isSure = await ask({
        title: words('discardTitle'),
        text: words('discardText', { changes }),
        confirm: words('discard'),
        isDangerous: true,
      })
      if (!isSure) return
      resetForm(state, state.first.peek())
      await read()
    },
    remove: async () => {
      const { id, base } = state.node.peek()
      const text = recordText(meta, base)
      const isSure = await ask({
        title: words('removeTitle', { text }),
        text: words('removeText'),
        confirm: words('remove'),
        isDangerous: true,
      })
      if (!isSure) return
      try {
        await api(`/${meta.model}/${String(id)}`, { method: 'DELETE' })
        release()
        toast({ text: words('removed', { text }), tone: 'success' })
        await navigate(`/m/${meta.model}?${query.get('in') ?? ''}`.replace(/\?$/, ''))
      } catch (error) {
        const told = error instanceof ApiFailure && error.message !== ''
        toast({ text: told ? error.message : words('noAnswer'), tone: 'danger' })
      }
    },
  }
}

async function afterSave(
  { state, release, onNew }: RecordPlace,
  { id, record }: SavedRecord,
  { isMore, read }: { readonly isMore: boolean; readonly read: () => Promise<void> },
): Promise<void> {
  const { shape } = state
  const { meta } = shape
  const isNew = state.node.peek().id === undefined
  const text = recordText(meta, record)
  await sendWaiting(state, id)
  const to = `/m/${meta.model}/${id}`
  if (!isMore) {
    toast({ text: isNew ? words('created', { text }) : words('saved'), tone: 'success' })
    if (!isNew) return read()
    release()
    return navigate(to, { replace: true })
  }
  toast({
    text: isNew ? words('created', { text }) : words('saved'),
    tone: 'success',
    action: { label: words('open'), run: () => void navigate(to) },
  })
  release()
  // The page of a new record is open already, unless its address says more.
  if (!isNew || place.peek().query.size > 0) return navigate(`/m/${meta.model}/new`)
  onNew(newFormState(shape, await newRecord(shape, new URLSearchParams())))
}
