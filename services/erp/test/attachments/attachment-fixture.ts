import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'

import { eventually } from '@oficina/testkit/eventually.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../erp-service.ts'
import { companyOf, type Company } from '../rights/rights-fixture.ts'

export const API = '/api/v1'
export const PDF = '%PDF-1.7\n%\u0000\u0001\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

/** A file as a client sends it. */
export interface Sent {
  readonly name: string
  readonly content: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly fields?: Readonly<Record<string, string>>
}

interface Target {
  readonly to?: string
  readonly by?: HttpClient
}

export interface Attaching {
  readonly company: Company
  /** A record that files are attached to. */
  readonly department: string
  attach(sent: Sent, target?: Target): Promise<TestAnswer>
  /** The id of an attachment that is kept. */
  attached(sent: Sent, target?: Target): Promise<number>
  download(
    id: number,
    headers?: Readonly<Record<string, string>>,
    by?: HttpClient,
  ): Promise<TestAnswer>
  /** The contents that the companies keep, and the files that are on their way. */
  kept(): Promise<readonly string[]>
  /** An upload that stops in the middle, when the service has begun to write it down. */
  halfAnUpload(url: string, headers: Readonly<Record<string, string>>): Promise<ClientRequest>
}

export async function attaching(erp: ErpTest): Promise<Attaching> {
  const company = companyOf(erp)
  const id = await company.create('Departamento', { clave: 'ADJ', nombre: 'Con adjuntos' })
  const department = `Departamento/${id}`
  const attach: Attaching['attach'] = (sent, { to = department, by = erp.admin } = {}) =>
    by.post(`${API}/${to}/adjuntos`, formOf(sent))
  const kept = async () => {
    const names = await readdir(join(erp.dataDir, 'attachments'), { recursive: true })
    return names.map((name) => name.split('/').at(-1) ?? '').filter((name) => name.length >= 40)
  }
  return {
    company,
    department,
    attach,
    attached: async (sent, target) => {
      const answer = await attach(sent, target)
      assert.equal(answer.status, 201, answer.text)
      return answer.json.data.id
    },
    download: (attachment, headers = {}, by = erp.admin) =>
      by.get(`${API}/adjuntos/${attachment}/contenido`, { headers }),
    kept,
    halfAnUpload: async (url, headers) => {
      const before = await kept()
      const sent = request(`${url}${API}/${department}/adjuntos`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '5000000',
        },
      })
      sent.on('error', () => undefined)
      sent.write('--x\r\ncontent-disposition: form-data; name="archivo"; filename="a.txt"\r\n\r\n')
      sent.write('x'.repeat(1_000_000))
      await eventually('the file is on its way', async () => (await kept()).length > before.length)
      return sent
    },
  }
}

export function formOf({ name, content, type = '', fields = {} }: Sent): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('archivo', new File([content], name, { type }))
  return form
}

export function text(content: string, name = 'nota.txt'): Sent {
  return { name, content }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
