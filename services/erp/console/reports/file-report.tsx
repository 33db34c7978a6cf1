import { useState } from 'preact/hooks'
import { Failure } from '@oficina/web/notice.tsx'
import { navigate } from '@oficina/web/router.ts'
import { fileNameOf, saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { ApiFailure, apiResponse } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/reports.ts'
import { ParameterForm } from './parameter-form.tsx'
import type { Report } from './report-declaration.ts'
import { ReportHead } from './report-head.tsx'
import {
  askedOf,
  reportAddress,
  requestOf,
  type Asked,
  type Proposed,
} from './report-parameters.ts'
import { problemsByParameter } from './report-problems.ts'

export interface ShownReportProps {
  readonly report: Report
  readonly proposed: Proposed
  /** What the address says. */
  readonly given: Asked
  readonly page: number
}

/** A report that is a file: what it is made of, and the button that downloads it. */
export function FileReport({ report, proposed, given }: ShownReportProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const download = async (asked: Asked): Promise<void> => {
    setBusy(true)
    setError(undefined)
    await navigate(reportAddress(report.name, asked), { replace: true })
    try {
      const response = await apiResponse(requestOf(report, asked))
      const name = fileNameOf(response, `${report.name}.${report.file?.extension ?? 'txt'}`)
      saveFile(await response.blob(), name)
      toast({ text: words('downloaded', { name }), tone: 'success' })
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const errors = error instanceof ApiFailure ? problemsByParameter(report, error) : {}
  return (
    <>
      <ReportHead report={report} />
      <ParameterForm
        report={report}
        asked={askedOf(report, given, proposed)}
        proposed={proposed}
        isBusy={isBusy}
        errors={errors}
        onRun={(asked) => void download(asked)}
      />
      {error !== undefined && Object.keys(errors).length === 0 && (
        <Failure text={failureText(error)} />
      )}
    </>
  )
}
