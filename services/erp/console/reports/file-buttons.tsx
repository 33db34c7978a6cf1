import excelIcon from 'lucide-static/icons/file-spreadsheet.svg'
import pdfIcon from 'lucide-static/icons/file-text.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { fileNameOf, saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { apiResponse } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/reports.ts'
import type { FileFormat, Report } from './report-declaration.ts'
import { requestOf, type Asked } from './report-parameters.ts'

interface FileButtonsProps {
  readonly report: Report
  readonly asked: Asked
}

const ICONS: Readonly<Record<FileFormat, string>> = { xlsx: excelIcon, pdf: pdfIcon }

/** A button for each form in which the service makes a file of a report. */
export function FileButtons({ report, asked }: FileButtonsProps) {
  const [busy, setBusy] = useState<FileFormat | undefined>(undefined)
  const save = async (format: FileFormat): Promise<void> => {
    setBusy(format)
    try {
      const response = await apiResponse(fileRequest(report, asked, format))
      const name = fileNameOf(response, `${report.name}.${format}`)
      saveFile(await response.blob(), name)
      toast({ text: words('downloaded', { name }), tone: 'success' })
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    setBusy(undefined)
  }
  return (
    <>
      {report.exports.map((format) => (
        <Button
          key={format}
          icon={ICONS[format]}
          isBusy={busy === format}
          onClick={() => void save(format)}
        >
          {words(format === 'xlsx' ? 'excel' : 'pdf')}
        </Button>
      ))}
    </>
  )
}

function fileRequest(report: Report, asked: Asked, format: FileFormat): string {
  const path = requestOf(report, asked)
  return `${path}${path.includes('?') ? '&' : '?'}format=${format}`
}
