import printIcon from 'lucide-static/icons/printer.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { apiResponse } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { isPrinterThere } from '../session/is-printer-there.ts'
import { words } from '../words/manual.ts'
import { manualLanguage } from './read-manual.ts'

// The first who asks waits until it is made.
const TIMEOUT_MS = 120_000

/** The manual on paper, where the service that makes PDFs is there. */
export function ManualPrint() {
  const [isBusy, setBusy] = useState(false)
  const { value: hasPrinter } = useLoaded('printer', isPrinterThere)
  if (hasPrinter !== true) return null
  const print = async (): Promise<void> => {
    setBusy(true)
    try {
      const idioma = manualLanguage()
      const response = await apiResponse(`/manual.pdf?idioma=${idioma}`, { timeoutMs: TIMEOUT_MS })
      saveFile(await response.blob(), `manual-${idioma}.pdf`)
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={printIcon} isBusy={isBusy} onClick={() => void print()}>
      {words('print')}
    </Button>
  )
}
