import { ApiError, insufficientStorage } from '../errors.ts'
import { say } from '../messages/say.ts'
import { WORD, type OfficeFormat } from '../office/office-format.ts'
import type { ConversionOptions, OfficePool } from '../office/office-pool.ts'
import type { OfficeProblem } from '../office/office-problem.ts'
import { harmlessCopy, harmlessCopyBytes } from './harmless-copy.ts'
import { TaskTimeout, TaskTooLarge, type TaskThreads } from './task-threads.ts'

export interface ConversionTools {
  readonly office: OfficePool
  readonly threads: TaskThreads
}

// A conversion takes about a tenth of a second, so the queue is soon shorter.
const RETRY_AFTER_SECONDS = '2'

// A megabyte takes up to a tenth of a second; what is larger than most documents must not block this thread.
const INLINE_COPY_BYTES = 256 * 1024
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
  const converted = await office.convert(await copyOf(threads, docx, format), options)
  if (converted.ok) return converted.value
  throw officeError(converted.error)
}

async function copyOf(threads: TaskThreads, file: Buffer, format: OfficeFormat): Promise<Buffer> {
  if (harmlessCopyBytes(file) <= INLINE_COPY_BYTES) {
    const copy = harmlessCopy(file, format)
    if (!copy.ok) throw unreadable()
    return copy.value
  }
  try {
    const done = await threads.run(
      { kind: 'harmless-copy', file, format },
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
        say('The conversion took longer than %{max} ms.', { max: problem.timeoutMs }),
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
