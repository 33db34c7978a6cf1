import { XmlProblem, xmlTokens, type StreamToken } from '@oficina/xml/xml-stream.ts'
import { openZip, ZipFailure } from '@oficina/zip/open-zip.ts'

import { FileProblem } from './file-problem.ts'

const DAMAGED = 'the workbook is damaged'
const TOO_LARGE = 'the workbook is too large; save it as CSV'

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

const XML_SENTENCES: Readonly<Record<XmlProblem['kind'], string>> = {
  'document-type': 'the workbook has a document type',
  'too-many-attributes': DAMAGED,
  'piece-too-long': 'the workbook holds a text too long',
}

/** Any problem that is not listed here is damage. */
const ZIP_SENTENCES: Partial<Record<ZipFailure['problem']['kind'], string>> = {
  'no-archive': 'the file is not an XLSX workbook',
  'too-many-entries': TOO_LARGE,
  zip64: TOO_LARGE,
}

/** @throws FileProblem for what is wrong with the file, else the error itself */
function rethrow(error: unknown): never {
  if (error instanceof XmlProblem) throw new FileProblem(XML_SENTENCES[error.kind])
  if (!(error instanceof ZipFailure)) throw error
  const { kind, entry } = error.problem
  if (kind === 'no-entry') throw new FileProblem(`the workbook has no part ${entry}`)
  throw new FileProblem(ZIP_SENTENCES[kind] ?? DAMAGED)
}
