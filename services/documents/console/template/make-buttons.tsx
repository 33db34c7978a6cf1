import downloadIcon from 'lucide-static/icons/download.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { fileNameOf, saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import type { PagesRequest } from '../preview/use-pages.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { JsonObject } from '../templates/template-api.ts'
import { words } from '../words/template.ts'

type Format = 'docx' | 'pdf'

export interface MakeButtonsProps {
  readonly slug: string
  readonly request: PagesRequest
  /** Options of the PDF, as the API has them. */
  readonly pdf: JsonObject
}

/** The document itself. */
export function MakeButtons({ slug, request, pdf }: MakeButtonsProps) {
  const [busy, setBusy] = useState<Format | undefined>(undefined)
  const make = async (format: Format): Promise<void> => {
    setBusy(format)
    try {
      const response = await api('/render', {
        method: 'POST',
        body: { slug, format, ...request, ...(format === 'pdf' ? { pdf } : {}) },
      })
      saveFile(await response.blob(), fileNameOf(response, `${slug}.${format}`))
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    setBusy(undefined)
  }
  return (
    <div class="make">
      <h2>{words('preview')}</h2>
      <span class="grow" />
      <Button icon={downloadIcon} isBusy={busy === 'docx'} onClick={() => void make('docx')}>
        {words('makeWord')}
      </Button>
      <Button
        kind="primary"
        icon={downloadIcon}
        isBusy={busy === 'pdf'}
        onClick={() => void make('pdf')}
      >
        {words('makePdf')}
      </Button>
    </div>
  )
}
