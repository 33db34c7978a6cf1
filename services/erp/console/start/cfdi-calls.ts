import { api } from '../session/api.ts'
import {
  inParts,
  LISTS,
  merged,
  NOTHING,
  type Found,
  type ListName,
  type Proposal,
} from './cfdi-proposals.ts'

// Hundreds of XML are read in seconds; a busy service takes longer.
const TIMEOUT_MS = 120_000

/** Reads files part by part. @throws ApiFailure */
export async function readFiles(
  files: readonly File[],
  onProgress: (read: number) => void,
): Promise<Found> {
  const named = await Promise.all(
    files.map(async (file) => ({ nombre: file.name, xml: await file.text() })),
  )
  let found = NOTHING
  let read = 0
  for (const archivos of inParts(named)) {
    const { data } = await api<Found>('/Empresa/actions/proponer_catalogos', {
      method: 'POST',
      body: { archivos },
      timeoutMs: TIMEOUT_MS,
    })
    found = merged(found, data)
    read += archivos.length
    onProgress(read)
  }
  return found
}

interface Made extends Readonly<Record<ListName, number>> {
  readonly avisos: readonly string[]
}

/** Makes what was chosen. @throws ApiFailure */
export async function makeChosen(
  chosen: Readonly<Record<ListName, readonly Proposal[]>>,
): Promise<Made> {
  const given = Object.fromEntries(
    LISTS.flatMap((list) => (chosen[list].length === 0 ? [] : [[list, chosen[list]]])),
  )
  const { data } = await api<Made>('/Empresa/actions/crear_catalogos', {
    method: 'POST',
    body: given,
    timeoutMs: TIMEOUT_MS,
  })
  return data
}
