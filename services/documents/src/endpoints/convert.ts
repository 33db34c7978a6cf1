import { described } from '@oficina/api/kinds.ts'
import { optional, required } from '@oficina/api/parameter.ts'
import { contentDisposition, withExtension } from '@oficina/http/content-disposition.ts'

import { convertFile } from '../actions/convert-file.ts'
import { NO_PDF_OPTIONS, titled } from '../actions/pdf-request.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { filePart, jsonPart, textPart } from './form-kinds.ts'
import { shortText } from './kinds.ts'
import { pdfOptions } from './pdf-options.ts'
import { clientSignal } from './produce-document.ts'

/** @source docs/decisions/0141-documents-converting.md */
export const convert = endpoint({
  method: 'POST',
  path: '/convert',
  auth: 'key',
  tag: 'render',
  summary: 'Convert a file of an office suite to PDF',
  form: {
    file: required(filePart('A document, spreadsheet or presentation.')),
    filename: optional(textPart(shortText('Suggested name of the PDF.'))),
    pdf: optional(described(jsonPart(pdfOptions), 'The options of /render’s `pdf`, as JSON.')),
  },
  answers: { 200: file('The PDF.', 'application/pdf') },
  failures: [400, 401, 413, 503, 507],
  handle: async ({ tools, reply, values }) => {
    const { file: given, filename: wanted } = values
    const name = wanted ?? baseName(given.filename)
    const pdf = titled(values.pdf ?? NO_PDF_OPTIONS, name)
    const bytes = await convertFile(tools, given, { pdf, signal: clientSignal(reply) })
    return reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition(withExtension(name, 'pdf')))
      .send(bytes)
  },
})

/** The file’s name without its path and its ending. */
function baseName(filename: string | undefined): string {
  const [name = ''] = /[^/\\]*$/.exec(filename ?? '') ?? []
  return name.replace(/\.[^.]*$/, '') || 'documento'
}
