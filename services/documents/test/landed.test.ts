// Deep: it starts the service as a process on the folders of earlier versions.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { PROCESS_KEY, startDocumentsProcess } from './documents-process.ts'
import { docx, p, partsOf, textOf } from './docx/docx-fixture.ts'

// Each was written by the service of that version over HTTP, which was then killed: uploads, changes of files and schemas,
// a removal, a directory that a person put there, includes and translations where it knew them; and what it rendered.
const FIXTURES = join(import.meta.dirname, 'fixtures', 'landed')

interface Landed {
  readonly rendered: Readonly<
    Record<string, { readonly data: object; readonly text: string; readonly schema?: object }>
  >
  /** Where links lead, by their path. */
  readonly links: Readonly<Record<string, string>>
  /** Contents in base64 by path. */
  readonly files: Readonly<Record<string, string>>
}

const headers = { 'x-api-key': PROCESS_KEY }

/** A folder as that version left it, until `work` has ended. */
async function onFolderOf(
  version: string,
  work: (folder: string, landed: Landed) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-landed-'))
  // Written by that version.
  const landed = JSON.parse(await readFile(join(FIXTURES, version), 'utf8')) as Landed
  try {
    for (const [path, content] of Object.entries(landed.files)) {
      const file = join(folder, 'templates', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, Buffer.from(content, 'base64'))
    }
    for (const [path, target] of Object.entries(landed.links))
      await symlink(target, join(folder, 'templates', path))
    await work(folder, landed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function contentsOf(folder: string): Promise<readonly string[]> {
  return (await readdir(join(folder, 'templates'), { recursive: true })).toSorted()
}

async function textBy(url: string, slug: string, data: object): Promise<string> {
  const body = { slug, data, format: 'docx' }
  const answer = await exchange(`${url}/render`, 'POST', { headers, body })
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  return textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
}

async function assertWhole(url: string, { rendered }: Landed): Promise<void> {
  const list = await exchange(`${url}/templates`, 'GET', { headers })
  assert.deepEqual(
    list.json.templates.map(({ slug }: { slug: string }) => slug),
    Object.keys(rendered).toSorted(),
  )
  for (const [slug, { data, schema, text }] of Object.entries(rendered)) {
    assert.equal(await textBy(url, slug, data), text.trim(), slug)
    if (schema === undefined) continue
    const kept = await exchange(`${url}/templates/${slug}/schema`, 'GET', { headers })
    assert.deepEqual(kept.json, schema)
    const refused = await exchange(`${url}/render`, 'POST', { headers, body: { slug, data: {} } })
    assert.equal(refused.status, 422, refused.text)
  }
  const removed = await exchange(`${url}/templates/borrado`, 'GET', { headers })
  assert.equal(removed.status, 404)
}

async function change(url: string, slug: string, method: 'PUT' | 'POST'): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(docx(p('Nueva')))]), 'nueva.docx')
  if (method === 'POST') form.append('slug', slug)
  const path = method === 'POST' ? '/templates' : `/templates/${slug}`
  const answer = await exchange(url + path, method, { headers, body: form })
  assert.ok(answer.status < 300, answer.text)
}

for (const version of (await readdir(FIXTURES)).toSorted()) {
  test(`templates of ${version} are all there, render as they did, and can be changed`, async () => {
    await onFolderOf(version, async (folder, landed) => {
      const documents = await startDocumentsProcess(folder, {})
      try {
        await assertWhole(documents.url, landed)
        for (const slug of ['contrato', 'saludo', 'a-mano', 'borrado']) {
          await change(documents.url, slug, slug === 'borrado' ? 'POST' : 'PUT')
        }
      } finally {
        await documents.kill()
      }
      const again = await startDocumentsProcess(folder, {})
      try {
        for (const slug of ['saludo', 'a-mano', 'borrado'])
          assert.equal(await textBy(again.url, slug, {}), 'Nueva')
        assert.equal(await textBy(again.url, 'contrato', { monto: '1' }), 'Nueva')
      } finally {
        await again.stop()
      }
    })
  })
}

test('a folder whose form a newer version has changed is refused with what to do, and left as it is', async () => {
  const [version = ''] = await readdir(FIXTURES)
  await onFolderOf(version, async (folder) => {
    const form = join(folder, 'templates', '.form')
    await writeFile(form, '2\n')
    const before = await contentsOf(folder)
    await assert.rejects(
      startDocumentsProcess(folder, {}),
      /ended with 78: .*form .*2.* of a newer version of documents.*nothing was changed.*backup/sv,
    )
    assert.deepEqual(await contentsOf(folder), before)
    await writeFile(form, '1\n')
    const documents = await startDocumentsProcess(folder, {})
    assert.equal(await documents.stop(), 0)
  })
})
