import { randomBytes } from 'node:crypto'

import type { Clock } from '@oficina/kit/clock.ts'

import { ApiError } from '../errors.ts'
import type { EncryptionRequest } from '../pdf/pdf-encryption.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import type { OutputOptions } from '../pdf/pdf-output.ts'
import { PdfProblem } from '../pdf/pdf-problem.ts'
import { rewrittenPdf } from '../pdf/rewritten-pdf.ts'
import { inSteps } from './in-steps.ts'
import type { PdfLock, PdfRequest } from './pdf-request.ts'

const PASSWORD_BYTES = 32

/** What the office cannot do: a PDF with metadata, files, a watermark and a password. The same bytes when none is asked for. */
export async function finishPdf(pdf: Buffer, request: PdfRequest, now: Clock): Promise<Buffer> {
  if (!isRewritten(request)) return pdf
  const options = {
    ...outputOptions(request, now),
    archive: request.archive,
    isAccessible: request.isAccessible,
  }
  try {
    return await inSteps(rewrittenPdf(PdfFile.open(pdf), options))
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error
    throw new ApiError('CONVERSION_ERROR', 'The PDF could not be finished.', {
      details: { reason: 'failed' },
    })
  }
}

/** How a PDF is written. */
export function outputOptions(request: PdfRequest, now: Clock): OutputOptions {
  const { metadata, attachments, lock, archive, watermark } = request
  return {
    metadata,
    attachments,
    encryption: lock === undefined ? undefined : encryptionOf(lock),
    // The office embeds the letters of its own, as PDF/A wants.
    watermark: archive === undefined ? watermark : undefined,
    nowMs: now(),
    random: randomBytes,
  }
}

function isRewritten({ metadata, attachments, lock, archive, watermark }: PdfRequest): boolean {
  const hasMetadata = Object.values(metadata).some((text) => text !== undefined)
  const hasWatermark = watermark !== undefined && archive === undefined
  return hasMetadata || hasWatermark || attachments.length > 0 || lock !== undefined
}

function encryptionOf({ userPassword, ownerPassword, permissions }: PdfLock): EncryptionRequest {
  return { userPassword, ownerPassword: ownerPassword ?? nobodysPassword(), permissions }
}

function nobodysPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('hex')
}
