import { fileNameOf, saveFile } from '@oficina/web/save-file.ts'

import { api, apiResponse } from '../../session/api.ts'
import type { ShownRecord } from '../surrounded-record.ts'

/** An attachment as the API answers it; what a profile hides is absent. */
export interface Attachment {
  readonly id: number
  readonly nombre?: string
  readonly mime?: string
  readonly tamano_bytes?: number
  readonly descripcion?: string | null
  readonly es_confidencial?: boolean
  readonly creado_en?: string
  readonly subido_por_str?: string | null
}

export interface Owner {
  readonly model: string
  readonly record: Pick<ShownRecord, 'id'>
}

/** Files of any size the service takes may be on their way for long. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000

export async function listAttachments(
  { model, record }: Owner,
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  const { data } = await api<readonly Attachment[]>(`/${model}/${record.id}/adjuntos`, { signal })
  return data
}

/** @throws ApiFailure */
export async function uploadAttachment(
  { model, record }: Owner,
  file: File,
  options: {
    readonly onProgress?: (sent: number, of: number) => void
    readonly signal?: AbortSignal
  } = {},
): Promise<Attachment> {
  const form = new FormData()
  form.append('archivo', file, file.name)
  const { data } = await api<Attachment>(`/${model}/${record.id}/adjuntos`, {
    ...options,
    method: 'POST',
    body: form,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  return data
}

export async function removeAttachment({ id }: Attachment): Promise<void> {
  await api(`/adjuntos/${id}`, { method: 'DELETE' })
}

export async function readAttachment({ id }: Attachment, signal?: AbortSignal): Promise<Blob> {
  const response = await apiResponse(`/adjuntos/${id}/contenido`, {
    ...(signal !== undefined && { signal }),
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  return await response.blob()
}

export async function downloadAttachment(attachment: Attachment): Promise<void> {
  const response = await apiResponse(`/adjuntos/${attachment.id}/contenido`, {
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  saveFile(await response.blob(), fileNameOf(response, attachmentName(attachment)))
}

export function attachmentName({ id, nombre: name }: Attachment): string {
  return name ?? `#${id}`
}

/** What a browser shows by itself, and nothing that could run in it. */
export function previewKind({ mime = '' }: Attachment): 'image' | 'pdf' | undefined {
  if (mime === 'application/pdf') return 'pdf'
  const isPicture = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(mime)
  return isPicture ? 'image' : undefined
}
