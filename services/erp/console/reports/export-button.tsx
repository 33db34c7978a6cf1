import downloadIcon from 'lucide-static/icons/download.svg'
import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Progress } from '@oficina/web/progress.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/reports.ts'
import type { Report } from './report-declaration.ts'
import { exportName, exportReport, type ExportProgress } from './report-export.ts'
import type { Asked } from './report-parameters.ts'

/** Saves all pages of a report as a file, and says how far it is. */
export function ExportButton({
  report,
  asked,
}: {
  readonly report: Report
  readonly asked: Asked
}) {
  const [progress, setProgress] = useState<ExportProgress | undefined>(undefined)
  const abort = useRef(new AbortController())
  const run = async (): Promise<void> => {
    abort.current = new AbortController()
    const { signal } = abort.current
    setProgress({ done: 0, total: 0 })
    try {
      const content = await exportReport(report, asked, { signal, onProgress: setProgress })
      const name = exportName(report, asked)
      saveFile(content, name)
      toast({ text: words('downloaded', { name }), tone: 'success' })
    } catch (error) {
      if (!signal.aborted) toast({ text: failureText(error), tone: 'danger' })
    }
    setProgress(undefined)
  }
  const text =
    progress === undefined ? '' : words('exporting', { done: progress.done, total: progress.total })
  return (
    <>
      <Button icon={downloadIcon} onClick={() => void run()}>
        {words('export')}
      </Button>
      {progress !== undefined && (
        <Dialog
          title={words('export')}
          onClose={() => abort.current.abort()}
          actions={<Button onClick={() => abort.current.abort()}>{words('cancel')}</Button>}
        >
          <p role="status">{text}</p>
          <Progress label={text} done={progress.done} of={progress.total || undefined} />
        </Dialog>
      )}
    </>
  )
}
