import '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'

import { companyDay } from '../../metadata/company-day.ts'
import { rightsOf } from '../../session/permissions.ts'
import { createRequests, mayCreate, type CreateRequest } from '../../values/create-request.ts'
import { recordText } from '../../values/record-text.ts'
import { words } from '../../words/record.ts'
import { defaultValues } from '../form/default-values.ts'
import { newFormState, type FormState } from '../form/form-state.ts'
import { RecordForm } from '../form/record-form.tsx'
import { withFirstPreview } from '../form/use-preview.ts'
import { loadShape } from '../load-record.ts'
import { newNode } from '../record-node.ts'
import { useSaving } from './use-saving.ts'

/** Where a page shows the forms of records that a picker wants made. */
export function CreateHost() {
  useEffect(() => {
    mayCreate.value = (model) => rightsOf(model)?.create === true
    return () => {
      mayCreate.value = undefined
      for (const { answer } of createRequests.peek()) answer(undefined)
    }
  }, [])
  return (
    <>
      {createRequests.value.map((request, index) => (
        <CreateDialog key={index} request={request} />
      ))}
    </>
  )
}

function CreateDialog({ request }: { readonly request: CreateRequest }) {
  const { model, typed, answer } = request
  const [state, setState] = useState<FormState | 'failed' | undefined>(undefined)
  useEffect(() => {
    const load = async (): Promise<void> => {
      try {
        const shape = await loadShape(model)
        const name = shape.meta.admin.search_fields[0]
        const edits = typed === '' || name === undefined ? {} : { [name]: typed }
        const node = newNode(defaultValues(shape.meta, companyDay(new Date())), edits)
        setState(newFormState(shape, await withFirstPreview(shape, node)))
      } catch {
        setState('failed')
      }
    }
    void load()
  }, [])
  if (state === 'failed') {
    return (
      <Dialog title={model} onClose={() => answer(undefined)}>
        <Failure text={words('noAnswer')} />
      </Dialog>
    )
  }
  if (state === undefined) {
    return (
      <Dialog title={words('loading')} onClose={() => answer(undefined)} size="medium">
        <Skeleton lines={6} />
      </Dialog>
    )
  }
  return <CreateForm state={state} request={request} />
}

function CreateForm({
  state,
  request: { answer },
}: {
  readonly state: FormState
  readonly request: CreateRequest
}) {
  const saving = useSaving(state, undefined)
  const { meta } = state.shape
  const save = async (): Promise<void> => {
    const made = await saving.save()
    if (made === undefined) return
    answer({ id: made.id, text: recordText(meta, made.record), record: made.record })
  }
  return (
    <Dialog
      title={words('createTitle', { model: meta.label })}
      size={state.shape.lines.length > 0 ? 'large' : 'medium'}
      onClose={() => answer(undefined)}
      actions={
        <>
          <Button onClick={() => answer(undefined)}>{words('cancel')}</Button>
          <Button kind="primary" isBusy={saving.isBusy} onClick={() => void save()}>
            {words('create')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <RecordForm state={state} isReadOnly={false} isFocused />
        <button type="submit" class="hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
