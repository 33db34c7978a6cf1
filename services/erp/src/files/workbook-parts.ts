import { XmlProblem, xmlTokens, type StreamToken } from '@oficina/xml/xml-stream.ts'
import { openZip, ZipFailure } from '@oficina/zip/open-zip.ts'

import {
  NO_WORKBOOK,
  NO_WORKBOOK_PART,
  WORKBOOK_DAMAGED,
  WORKBOOK_TEXT_TOO_LONG,
  WORKBOOK_TOO_LARGE,
  WORKBOOK_WITH_DOCUMENT_TYPE,
} from '../messages/files.ts'
import type { Message } from '../messages/message.ts'
import { FileProblem } from './file-problem.ts'

/** An XLSX workbook whose parts are read one by one, as streams. */
export interface WorkbookParts {
  readonly names: readonly string[]
  /** The XML of a part, piece by piece. @throws FileProblem */
  read(part: string): AsyncIterable<readonly StreamToken[]>
  close(): Promise<void>
}

/** Opens a workbook. @throws FileProblem when it is none */
export async function openWorkbook(path: string): Promise<WorkbookParts> {
  const zip = await openZip(path).catch(rethrow)
  return {
    names: zip.names,
    async *read(part) {
      try {
        yield* xmlTokens(zip.read(part))
      } catch (error) {
        rethrow(error)
      }
    },
    close: () => zip.close(),
  }
}

const XML_SENTENCES: Readonly<Record<XmlProblem['kind'], () => Message>> = {
  'document-type': WORKBOOK_WITH_DOCUMENT_TYPE,
  'too-many-attributes': WORKBOOK_DAMAGED,
  'piece-too-long': WORKBOOK_TEXT_TOO_LONG,
}

/** Any problem that is not listed here is damage. */
const ZIP_SENTENCES: Partial<Record<ZipFailure['problem']['kind'], () => Message>> = {
  'no-archive': NO_WORKBOOK,
  'too-many-entries': WORKBOOK_TOO_LARGE,
  zip64: WORKBOOK_TOO_LARGE,
}

/** @throws FileProblem for what is wrong with the file, else the error itself */
function rethrow(error: unknown): never {
  if (error instanceof XmlProblem) throw new FileProblem(XML_SENTENCES[error.kind]())
  if (!(error instanceof ZipFailure)) throw error
  const { kind, entry } = error.problem
  if (kind === 'no-entry') throw new FileProblem(NO_WORKBOOK_PART({ part: entry }))
  throw new FileProblem((ZIP_SENTENCES[kind] ?? WORKBOOK_DAMAGED)())
}
