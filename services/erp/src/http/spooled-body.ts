import type { Readable } from 'node:stream'

import { apiError } from '../errors.ts'
import { spool, TooLarge, type SpooledFile } from '../files/spool.ts'
import { BODY_WITHOUT_FILE, FILE_AT_MOST } from '../messages/http.ts'
import type { Exchange } from './context.ts'

/**
 * The body of a request as a file, whose name ends as the sender's does.
 * @throws ApiError VALIDATION without a body, PAYLOAD_TOO_LARGE
 */
export async function spoolBody(
  exchange: Exchange,
  signal: AbortSignal,
  ending = '',
): Promise<SpooledFile> {
  const { tools, request, reply } = exchange
  // The parser of these content types hands the stream on as it is.
  const body = request.body as Readable | undefined
  if (body === undefined) throw apiError('VALIDATION', BODY_WITHOUT_FILE())
  const { maxBytes, folder } = tools.imports
  try {
    return await spool(body, { path: `${folder.newFile()}${ending}`, maxBytes, signal })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    // The rest of the upload is discarded.
    reply.header('connection', 'close')
    const mebibytes = Math.floor(maxBytes / 1_048_576)
    throw apiError('PAYLOAD_TOO_LARGE', FILE_AT_MOST({ mebibytes }))
  }
}

/** Waits for the import's turn; a client that leaves before leaves neither a file nor a taken turn. */
export async function importTurn(
  { tools, reply }: Exchange,
  file: SpooledFile,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    const giveBack = await tools.imports.turns.take(signal)
    reply.raw.once('close', giveBack)
    reply.raw.once('close', () => {
      file.remove().catch(() => undefined)
    })
    return giveBack
  } catch (error) {
    await file.remove()
    throw error
  }
}
