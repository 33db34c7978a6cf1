import mailIcon from 'lucide-static/icons/mail.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import type { Report } from '../reports/report-declaration.ts'
import type { Asked } from '../reports/report-parameters.ts'
import { words } from '../words/sendings.ts'
import { SendingDialog } from './sending-dialog.tsx'

/** Has the report sent by mail, where it can be: one whose address names a record is of that record alone. */
export function SendButton({ report, asked }: { readonly report: Report; readonly asked: Asked }) {
  const [isOpen, setOpen] = useState(false)
  const isOfRecord = report.parameters.some((one) => one.in === 'path')
  if (report.exports.length === 0 || isOfRecord) return null
  return (
    <>
      <Button icon={mailIcon} onClick={() => setOpen(true)}>
        {words('send')}
      </Button>
      {isOpen && <SendingDialog report={report} asked={asked} onClose={() => setOpen(false)} />}
    </>
  )
}
