import { rm, writeFile } from 'node:fs/promises'

import { ApiError } from '../../../errors.ts'
import { readCsv } from '../../../files/csv-rows.ts'
import { FileProblem } from '../../../files/file-problem.ts'
import { readXlsx, sheetNames } from '../../../files/xlsx-rows.ts'
import { THE_FILE } from '../../../messages/imports.ts'
import type { Message } from '../../../messages/message.ts'
import { A_TABLE, KIND_TWICE, NO_KNOWN_SHEET } from '../../../messages/opening.ts'
import { attachedFile } from '../cuentas-por-pagar/received/received-file.ts'
import type { Outside } from '../outside.ts'
import { OPENING_KINDS, type OpeningKind } from './opening-columns.ts'
import { plainName, tableRows, type OpeningRow, type RowProblems } from './opening-rows.ts'

/** The rows of files, by what they list. */
export type FiledRows = ReadonlyMap<OpeningKind, readonly OpeningRow[]>

interface Reading {
  readonly problems: RowProblems
  readonly most: number
}

/** The input of a file that has rows of one kind alone. */
export function fileInputOf(kind: OpeningKind): string {
  return `archivo_${kind}`
}

/**
 * Reads the files that the caller names: a workbook with a sheet for each kind, a table for one of them.
 * @throws ApiError NOT_FOUND, PAYLOAD_TOO_LARGE, UNAVAILABLE, VALIDATION, UNKNOWN_FIELD
 */
export async function filedRows(outside: Outside, reading: Reading): Promise<FiledRows> {
  const found = new Map<OpeningKind, readonly OpeningRow[]>()
  const workbook = outside.inputs.get('libro') ?? null
  if (workbook !== null) {
    await withFile(outside, { adjunto: String(workbook), field: 'libro' }, async (path) => {
      const sheets = await sheetNames(path)
      for (const kind of OPENING_KINDS) {
        const sheet = sheets.find((name) => plainName(name) === kind)
        if (sheet === undefined) continue
        found.set(kind, await tableRows(kind, readXlsx(path, sheet), reading))
      }
      if (found.size === 0) throw problem('libro', NO_KNOWN_SHEET({ known: OPENING_KINDS }))
    })
  }
  for (const kind of OPENING_KINDS) {
    const field = fileInputOf(kind)
    const adjunto = outside.inputs.get(field) ?? null
    if (adjunto === null) continue
    if (found.has(kind)) throw problem(field, KIND_TWICE({ kind }))
    await withFile(outside, { adjunto: String(adjunto), field }, async (path, bytes) => {
      found.set(
        kind,
        await tableRows(kind, isZip(bytes) ? readXlsx(path, null) : readCsv(path), reading),
      )
    })
  }
  return found
}

// An XLSX is a Zip archive.
function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK'
}

export function problem(field: string, message: Message): ApiError {
  return new ApiError([{ code: 'VALIDATION', field, message }])
}

async function withFile(
  outside: Outside,
  { adjunto, field }: { readonly adjunto: string; readonly field: string },
  read: (path: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const { bytes } = await attachedFile(outside, adjunto, A_TABLE())
  const path = outside.attachments.incoming.newFile()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await read(path, bytes)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const row = error.row === null ? {} : { row: error.row }
    const message = THE_FILE({ what: error.what })
    throw new ApiError([{ code: 'VALIDATION', field, message, ...row }])
  } finally {
    await rm(path, { force: true })
  }
}
