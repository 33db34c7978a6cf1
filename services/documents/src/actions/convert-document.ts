import { withoutExternalContent } from '../docx/external-content.ts'
import { ApiError } from '../errors.ts'
import type { OfficePool, PdfOptions } from '../office/office-pool.ts'
import type { OfficeProblem } from '../office/office-problem.ts'

// A conversion takes about a tenth of a second, so the queue is shorter soon.
const RETRY_AFTER_SECONDS = '2'

/**
 * Converts a rendered .docx to PDF, after taking out what would make the office fetch anything.
 * @throws ApiError OFFICE_UNAVAILABLE, CONVERSION_ERROR
 */
export async function convertDocument(
  office: OfficePool,
  docx: Buffer,
  options: PdfOptions & { readonly signal?: AbortSignal },
): Promise<Buffer> {
  const safe = withoutExternalContent(docx)
  if (!safe.ok) throw new ApiError('CONVERSION_ERROR', 'The document cannot be read.')
  const converted = await office.convert(safe.value, options)
  if (converted.ok) return converted.value
  throw officeError(converted.error)
}

export function officeError(problem: OfficeProblem): ApiError {
  switch (problem.kind) {
    case 'unavailable':
      return new ApiError(
        'OFFICE_UNAVAILABLE',
        'PDF output is not available: the office suite is missing or does not answer.',
      )
    case 'busy':
      return new ApiError('OFFICE_UNAVAILABLE', 'Too many conversions are waiting; try again.', {
        details: { reason: 'busy', queued: problem.queued },
        headers: { 'retry-after': RETRY_AFTER_SECONDS },
      })
    case 'timeout':
      return new ApiError(
        'CONVERSION_ERROR',
        `The conversion took longer than ${problem.timeoutMs} ms.`,
        {
          details: { reason: 'timeout', timeoutMs: problem.timeoutMs },
        },
      )
    case 'failed':
    case 'abandoned':
      return new ApiError('CONVERSION_ERROR', 'The document could not be converted to PDF.', {
        details: { reason: 'failed' },
      })
  }
}
