import { XmlProblem, xmlTokens, type StreamToken } from '@oficina/xml/xml-stream.ts'

import { FileProblem } from './file-problem.ts'
import type { ZipReader } from './zip-reader.ts'

const SENTENCES: Readonly<Record<XmlProblem['kind'], string>> = {
  'document-type': 'the workbook has a document type',
  'too-many-attributes': 'the workbook is damaged',
  'piece-too-long': 'the workbook holds a text too long',
}

/** The XML of a part of a workbook, piece by piece. @throws FileProblem */
export async function* workbookTokens(
  zip: ZipReader,
  part: string,
): AsyncGenerator<readonly StreamToken[]> {
  try {
    yield* xmlTokens(zip.read(part))
  } catch (error) {
    throw error instanceof XmlProblem ? new FileProblem(SENTENCES[error.kind]) : error
  }
}
