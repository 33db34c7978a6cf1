import { gunzipSync, gzipSync } from 'node:zlib'

import { packTar, unpackTar } from 'modern-tar'

import type { Loose } from '../chat-service.ts'

/** The files of an archive by name. */
export type Archive = ReadonlyMap<string, Buffer>

export async function unpacked(bytes: Uint8Array): Promise<Archive> {
  const entries = await unpackTar(gunzipSync(bytes))
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]))
}

export async function packed(files: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => {
    const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
    return { header: { name, size: body.length, type: 'file' as const }, body }
  })
  return gzipSync(await packTar(entries))
}

/** Every table of an archive, those of its messages together. */
export function tablesOf(archive: Archive): Record<string, Loose[]> {
  const tables: Record<string, Loose[]> = {}
  for (const [name, bytes] of archive) {
    if (!/^(?:realm|attachment|messages-\d+)\.json$/.test(name)) continue
    const file: Record<string, Loose[]> = JSON.parse(bytes.toString('utf8'))
    for (const [table, rows] of Object.entries(file)) (tables[table] ??= []).push(...rows)
  }
  return tables
}
