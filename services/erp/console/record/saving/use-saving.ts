import { useRef, useState } from 'preact/hooks'

import { words } from '../../words/record.ts'
import { focusFirstProblem } from '../form/focus-problem.ts'
import { resetForm, shapeAt, type FormState } from '../form/form-state.ts'
import { problemsAt, type Problems } from '../form/record-problems.ts'
import { missingFields } from '../form/required-fields.ts'
import { readRecord } from '../load-record.ts'
import type { RecordNode, Values } from '../record-node.ts'
import { merge, type Merged } from './record-conflict.ts'
import { saveRecord, type SentOnce } from './save-record.ts'

export interface Saving {
  readonly isBusy: boolean
  /** Sends the record; what stands in the way is told at the fields. Undefined: it was not saved. */
  readonly save: () => Promise<SavedRecord | undefined>
  /** What another has changed meanwhile; the person has to choose. */
  readonly merged: Merged | undefined
  /** Goes on with what the person put together. */
  readonly settle: (node: RecordNode) => Promise<SavedRecord | undefined>
  readonly keepEditing: () => void
  /** As the record was read last. */
  readonly readAs: (etag: string | undefined) => void
}

export interface SavedRecord {
  readonly id: number
  readonly record: Values
}

/** The saving of a form: one at a time, what is missing found before it is sent. */
export function useSaving(state: FormState, firstEtag: string | undefined): Saving {
  const [isBusy, setBusy] = useState(false)
  const [merged, setMerged] = useState<Merged | undefined>(undefined)
  const held = useRef({ etag: firstEtag, isBusy: false })
  const once = useRef<SentOnce>({ text: '', key: '' }).current
  const save = async (): Promise<SavedRecord | undefined> => {
    if (held.current.isBusy) return undefined
    held.current.isBusy = true
    setBusy(true)
    try {
      // Who saves at once has not seen yet what follows from the last key.
      await Promise.race([state.settling.run?.(), pause(SETTLED_MS)])
      return await sendWhole()
    } finally {
      held.current.isBusy = false
      setBusy(false)
    }
  }
  const sendWhole = async (): Promise<SavedRecord | undefined> => {
    const node = state.node.peek()
    const missing = missingFields(state.shape, node, (label) => words('required', { label }))
    if (missing.length > 0) {
      tell(state, {
        fields: missing,
        general: [words('somethingMissing', { count: missing.length })],
      })
      return undefined
    }
    return await send(node)
  }
  const send = async (node: RecordNode): Promise<SavedRecord | undefined> => {
    const { shape } = state
    const outcome = await saveRecord(shape.meta.model, node, { etag: held.current.etag, once })
    switch (outcome.kind) {
      case 'saved':
        return { id: outcome.id, record: outcome.record }
      case 'stale': {
        const theirs = await readRecord(shape, String(node.id)).catch(() => undefined)
        if (theirs === undefined) {
          tell(state, { fields: [], general: [words('noAnswer')] })
        } else {
          held.current.etag = theirs.etag
          setMerged(merge(node, theirs.node))
        }
        return undefined
      }
      case 'unanswered':
        tell(state, { fields: [], general: [words('noAnswer')] })
        return undefined
      case 'refused': {
        const problems = problemsAt(
          outcome.problems,
          outcome.sent.places,
          (path, field) => shapeAt(shape, path)?.columns.has(field) === true,
        )
        tell(state, withHeadline(problems))
        return undefined
      }
    }
  }
  return {
    isBusy,
    save,
    merged,
    settle: async (node) => {
      setMerged(undefined)
      resetForm(state, { ...node, edits: {} })
      state.node.value = node
      return await save()
    },
    keepEditing: () => {
      if (merged !== undefined) state.node.value = merged.node
      setMerged(undefined)
    },
    readAs: (etag) => {
      held.current.etag = etag
    },
  }
}

// A service that does not answer says so when the record is sent.
const SETTLED_MS = 5000

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

/** What is at fields may be out of sight, so the top says that there is something. */
function withHeadline(problems: Problems): Problems {
  if (problems.fields.length === 0) return problems
  return { ...problems, general: [words('somethingWrong'), ...problems.general] }
}

function tell(state: FormState, problems: Problems): void {
  state.problems.value = problems
  focusFirstProblem(state)
}
