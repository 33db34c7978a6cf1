import { conversionCopy, conversionCopyBytes } from '../docx/conversion/conversion-copy.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../docx/package/package-limits.ts'
import { ApiError, insufficientStorage } from '../errors.ts'
import { WORD } from '../office/office-format.ts'
import type { ConversionOptions, OfficePool } from '../office/office-pool.ts'
import type { OfficeProblem } from '../office/office-problem.ts'
import { withoutLinks } from '../office/without-links.ts'
import { TaskTimeout, TaskTooLarge, type TaskThreads } from './task-threads.ts'

export interface ConversionTools {
  readonly office: OfficePool
  readonly threads: TaskThreads
}

// A conversion takes about a tenth of a second, so the queue is soon shorter.
const RETRY_AFTER_SECONDS = '2'

// A megabyte of XML takes some milliseconds; anything larger must not block this thread.
const INLINE_COPY_BYTES = 1024 * 1024
const COPY_TIMEOUT_MS = 30_000

/**
 * Converts a .docx, or a file of another format, to PDF, after removing what its reader must not see and what would make the office fetch
 * anything.
 * @throws ApiError OFFICE_UNAVAILABLE, CONVERSION_ERROR
 */
export async function convertDocument(
  { office, threads }: ConversionTools,
  docx: Buffer,
  options: ConversionOptions,
): Promise<Buffer> {
  const { format = WORD } = options
  const copy = format.isOpenXml === true ? await copyOf(threads, docx) : docx
  const harmless = withoutLinks(copy, format, DEFAULT_PACKAGE_LIMITS)
  if (!harmless.ok) throw unreadable()
  const converted = await office.convert(harmless.value, options)
  if (converted.ok) return converted.value
  throw officeError(converted.error)
}

async function copyOf(threads: TaskThreads, docx: Buffer): Promise<Buffer> {
  if (conversionCopyBytes(docx) <= INLINE_COPY_BYTES) {
    const copy = conversionCopy(docx)
    if (!copy.ok) throw unreadable()
    return copy.value
  }
  try {
    const done = await threads.run(
      { kind: 'conversion-copy', docx },
      { timeoutMs: COPY_TIMEOUT_MS },
    )
    if (done.kind !== 'copied' || !done.result.ok) throw unreadable()
    return Buffer.from(done.result.value)
  } catch (error) {
    if (error instanceof TaskTimeout || error instanceof TaskTooLarge) throw unreadable()
    throw error
  }
}

function unreadable(): ApiError {
  return new ApiError('CONVERSION_ERROR', 'The document cannot be read.')
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
    case 'no-space':
      return insufficientStorage()
    case 'failed':
    case 'abandoned':
      return new ApiError('CONVERSION_ERROR', 'The document could not be converted to PDF.', {
        details: { reason: 'failed' },
      })
  }
}
