import type { FileTools } from '../file-tools.ts'
import { isKept } from '../store/attachment-store.ts'
import type { Placing, ReceivedFile } from '../store/upload-folder.ts'

interface NewFile {
  readonly place: string
  readonly source: ReceivedFile | Uint8Array
}

/**
 * Puts a file in its place and writes what refers to it, both or neither. The file comes first: a row without a file
 * would be a broken link. Meanwhile a note says that nothing refers to it yet, so that if the process is killed in
 * between, the next start finds and removes the file.
 */
export async function keepFile<T>(
  tools: FileTools,
  { place, source }: NewFile,
  refer: () => Promise<T>,
): Promise<T> {
  const placing = await tools.uploads.place(place, source)
  try {
    const result = await refer()
    await placing.finish()
    return result
  } catch (error) {
    await settle(tools, placing)
    throw error
  }
}

/** Removes unreferenced files that dead processes left behind. */
export async function sweepFiles(tools: FileTools): Promise<void> {
  for (const placing of await tools.uploads.sweep()) await settle(tools, placing)
}

/** A commit whose answer was lost may have happened: the database tells. */
async function settle({ database, uploads, log }: FileTools, placing: Placing): Promise<void> {
  try {
    if (!(await isKept(database, placing.place))) await uploads.remove(placing.place)
    await placing.finish()
  } catch (error) {
    // The note stays, and the next start looks again.
    log.warn({ err: error }, 'a file that nothing may refer to could not be looked after')
  }
}
