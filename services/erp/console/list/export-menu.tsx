import exportIcon from 'lucide-static/icons/download.svg'
import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Menu } from '@oficina/web/menu.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { Progress } from '@oficina/web/progress.tsx'
import { fileNameOf, saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { apiResponse } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/list.ts'
import { printSort } from './list-query.ts'
import type { ListState } from './use-list.ts'

type Format = 'csv' | 'xlsx'

interface Running {
  readonly bytes: number
  readonly error?: unknown
}

// A million records leave the service in a few minutes.
const TIMEOUT_MS = 1_800_000
const KIB = 1024

/** Gives what the list shows as a file, with its filters, its order and its columns. */
export function ExportMenu({ list }: { readonly list: ListState }) {
  const [running, setRunning] = useState<Running | undefined>(undefined)
  const abort = useRef<AbortController | undefined>(undefined)
  const begin = async (format: Format): Promise<void> => {
    abort.current = new AbortController()
    setRunning({ bytes: 0 })
    try {
      const { content, name } = await exported(list, format, abort.current.signal, (bytes) =>
        setRunning({ bytes }),
      )
      saveFile(content, name)
      setRunning(undefined)
      toast({ text: words('exported', { name }), tone: 'success' })
    } catch (error) {
      setRunning(abort.current.signal.aborted ? undefined : { bytes: 0, error })
    }
  }
  const close = (): void => {
    abort.current?.abort()
    setRunning(undefined)
  }
  return (
    <>
      <Menu
        icon={exportIcon}
        items={[
          { label: words('exportXlsx'), run: () => void begin('xlsx') },
          { label: words('exportCsv'), run: () => void begin('csv') },
        ]}
      >
        {words('export')}
      </Menu>
      {running !== undefined && (
        <Dialog
          title={words('export')}
          onClose={close}
          actions={<Button onClick={close}>{words('cancel')}</Button>}
        >
          {running.error === undefined ? (
            <div class="batch">
              <Progress label={words('export')} done={0} />
              <p role="status">{words('received', { count: Math.round(running.bytes / KIB) })}</p>
            </div>
          ) : (
            <Failure text={failureText(running.error)} />
          )}
        </Dialog>
      )}
    </>
  )
}

async function exported(
  { meta, conditions, sort, layout }: ListState,
  format: Format,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ readonly content: Blob; readonly name: string }> {
  const query = new URLSearchParams(conditions)
  query.set('sort', printSort(sort))
  query.set('fields', layout.columns.map(({ name }) => name).join(','))
  query.set('headers', 'label')
  query.set('format', format)
  const response = await apiResponse(`/${meta.model}?${query.toString()}`, {
    signal,
    timeoutMs: TIMEOUT_MS,
  })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of partsOf(response)) {
    parts.push(part)
    bytes += part.byteLength
    onBytes(bytes)
  }
  const type = response.headers.get('content-type') ?? ''
  return {
    content: new Blob(parts, { type }),
    name: fileNameOf(response, `${meta.model}.${format}`),
  }
}

async function* partsOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
