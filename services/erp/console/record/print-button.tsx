import printIcon from 'lucide-static/icons/printer.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { apiResponse } from '../session/api.ts'
import { isPrinterThere } from '../session/is-printer-there.ts'
import { recordText } from '../values/record-text.ts'
import { words } from '../words/surroundings.ts'
import { FilePreview } from './beside/file-preview.tsx'
import type { AroundRecord } from './surrounded-record.ts'

const TIMEOUT_MS = 120_000

/** Makes the form of a record, where its model has one and the service that makes forms is there. */
export function PrintButton({ meta, record }: AroundRecord) {
  const [isOpen, setOpen] = useState(false)
  const question = meta.printable === true ? 'printer' : undefined
  const { value: hasPrinter } = useLoaded(question, isPrinterThere)
  if (hasPrinter !== true) return null
  const name = `${recordText(meta, record)}.pdf`
  return (
    <>
      <Button icon={printIcon} title={words('printTitle')} onClick={() => setOpen(true)}>
        {words('print')}
      </Button>
      {isOpen && (
        <FilePreview
          name={name}
          kind="pdf"
          mime="application/pdf"
          load={(signal) => readForm({ meta, record }, signal)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

async function readForm({ meta, record }: AroundRecord, signal: AbortSignal): Promise<Blob> {
  const response = await apiResponse(`/${meta.model}/${record.id}/pdf`, {
    signal,
    timeoutMs: TIMEOUT_MS,
  })
  return await response.blob()
}
