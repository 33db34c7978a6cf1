import type { PdfOptions } from '../office-conversion.ts'
import type { LentJob } from '../office-pool.ts'

/** A conversion that is offered to whoever has an office that is free. */
export interface JobOffer {
  readonly job: string
  /** The process that has the document. */
  readonly from: string
  readonly sizeBytes: number
  readonly options: PdfOptions
  readonly origin?: string
}

/** What answers an offer that was taken. */
export interface Acceptance {
  readonly isTaken: boolean
  readonly by: string
}

export function offerOf(
  { docx, options, origin }: Pick<LentJob, 'docx' | 'options' | 'origin'>,
  { job, from }: Pick<JobOffer, 'job' | 'from'>,
): JobOffer {
  return {
    job,
    from,
    sizeBytes: docx.length,
    options,
    ...(origin !== undefined && { origin }),
  }
}

/** The options as they were before they became JSON, which knows no last page that is infinite. */
export function optionsOf({ options }: JobOffer): PdfOptions {
  const { pages } = options
  if (pages === undefined) return options
  return {
    ...options,
    // JSON writes what is infinite as null.
    pages: pages.map(({ first, last }) => ({
      first,
      last: (last as number | null) ?? Number.POSITIVE_INFINITY,
    })),
  }
}
