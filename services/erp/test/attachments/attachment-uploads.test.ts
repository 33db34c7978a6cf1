import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { refusal } from '../rights/rights-fixture.ts'
import {
  API,
  attaching,
  formOf,
  PDF,
  sha256,
  text,
  type Attaching,
  type Sent,
} from './attachment-fixture.ts'

// A service of its own: it has settings of its own.

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Ends as the file that it looks at says; it notes what it was given. */
const SCANNER = `#!/bin/sh
[ "$1" = --quiet ] || exit 7
echo "$2 $(env | cut -d= -f1 | tr '\\n' ' ')" >> "$(dirname "$0")/log"
case "$(cat "$2")" in
  sucio) exit 1 ;;
  roto) exit 2 ;;
  lento) sleep 1000 ;;
esac
`

let erp: ErpTest
let files: Attaching
/** Of the scanner. */
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-erp-scan-'))
  const program = join(folder, 'scan')
  await writeFile(program, SCANNER, { mode: 0o700 })
  erp = await startOwnErp({ scanCommand: `${program} --quiet`, scanTimeoutMs: 2_000 })
  files = await attaching(erp)
})

after(async () => {
  await erp.stop()
  await rm(folder, { recursive: true, force: true })
})

// Before all others: an upload that a client gives up may hold its place for a moment longer.
describe('an upload', () => {
  it('waits while 32 others are received, up to 64 of them; one more is 503 at once', async () => {
    const before = await files.kept()
    const slow = []
    for (let index = 0; index < 32; index += 1) {
      slow.push(await files.halfAnUpload(erp.url, erp.admin.headers))
    }
    const state = { refused: 0 }
    const answers = Promise.all(
      Array.from({ length: 65 }, async (_, index) => {
        const answer = await files.attach(text(`espera ${index}`))
        if (answer.status === 503) state.refused += 1
        return answer
      }),
    )
    await eventually('one is refused', () => state.refused > 0)
    for (const sent of slow) sent.destroy()
    const statuses = (await answers).map(({ status }) => status)
    assert.deepEqual(
      [
        statuses.filter((status) => status === 503),
        statuses.filter((status) => status === 201).length,
      ],
      [[503], 64],
    )
    await eventually('nothing else is left', async () => {
      return (await files.kept()).length === before.length + 64
    })
  })
})

describe('the type', () => {
  it('is found by the content, and is what the name says', async () => {
    const workbook = await erp.admin.get(`${API}/Departamento?format=xlsx`)
    const good: readonly Sent[] = [
      { name: 'a.PDF', content: PDF, type: 'application/x-pdf' },
      { name: 'a.png', content: Uint8Array.from(PNG), type: 'image/png' },
      { name: 'a.xml', content: '<?xml version="1.0"?><a/>', type: 'text/xml' },
      { name: 'b.xml', content: '\u{feff}<!-- x --><cfdi:Comprobante Version="4.0"/>' },
      { name: 'a.json', content: ' {"a": 1}\n', type: 'application/json' },
      { name: 'a.csv', content: 'BMW,1\n', type: 'application/vnd.ms-excel' },
      { name: 'b.csv', content: Uint8Array.from(Buffer.from('a\u{f1}o,1\n', 'latin1')) },
      { name: 'c.csv', content: Uint8Array.from(Buffer.from('\u{feff}año,1\n', 'utf16le')) },
      { name: 'a.txt', content: '<juan@ejemplo.mx> escribió:', type: 'text/plain' },
      { name: 'a.xlsx', content: Uint8Array.from(workbook.bytes) },
    ]
    for (const sent of good) {
      const answer = await files.attach(sent)
      assert.equal(answer.status, 201, `${sent.name}: ${answer.text}`)
    }
  })

  it('of a file that is something else is refused, whatever it is called', async () => {
    const workbook = await erp.admin.get(`${API}/Departamento?format=xlsx`)
    const bad: readonly Sent[] = [
      { name: 'a.pdf', content: 'hola' },
      { name: 'a.pdf', content: Uint8Array.from(PNG) },
      { name: 'a.txt', content: PDF },
      { name: 'a.txt', content: 'uno\0dos' },
      { name: 'a.txt', content: '<!DOCTYPE html><script>alert(1)</script>' },
      { name: 'a.csv', content: '<html><body>x</body></html>' },
      { name: 'a.xml', content: '<html xmlns="http://www.w3.org/1999/xhtml"/>' },
      { name: 'a.xml', content: '<?xml version="1.0"?><svg onload="alert(1)"/>' },
      { name: 'a.json', content: 'hola' },
      { name: 'a.png', content: 'MZ\u0090\u0000\u0003' },
      { name: 'a.zip', content: Uint8Array.from(workbook.bytes) },
      { name: 'a.exe', content: 'MZ\u0090\u0000\u0003' },
      { name: 'a.html', content: '<html></html>' },
      { name: 'sin-extension', content: 'hola' },
      { name: 'a.pdf', content: PDF, type: 'image/png' },
      { name: 'a.csv', content: 'a,b', type: 'text/html' },
    ]
    const before = await files.kept()
    for (const sent of bad) {
      const answer = await files.attach(sent)
      assert.deepEqual(refusal(answer), [422, 'FILE_NOT_ALLOWED', 'archivo'], sent.name)
    }
    assert.deepEqual(await files.kept(), before)
  })

  it('may be one that TipoArchivo allows, up to the size that it says', async () => {
    const gif = {
      name: 'a.gif',
      content: Uint8Array.from(Buffer.from('GIF89a\u0001\u0000', 'latin1')),
    }
    assert.deepEqual(refusal(await files.attach(gif)), [422, 'FILE_NOT_ALLOWED', 'archivo'])
    const kind = { clave: 'GIF', mime: 'image/gif', extension: 'gif', tamano_maximo_mb: 1 }
    const id = await files.company.create('TipoArchivo', { ...kind, permitido: true })
    assert.equal((await files.attach(gif)).status, 201)
    const large = Buffer.concat([gif.content, Buffer.alloc(1024 * 1024)])
    const refused = await files.attach({ ...gif, content: Uint8Array.from(large) })
    assert.deepEqual(refusal(refused), [413, 'PAYLOAD_TOO_LARGE', 'archivo'])
    await erp.admin.send('PUT', `${API}/TipoArchivo/${id}`, { body: { permitido: false } })
    assert.deepEqual(refusal(await files.attach(gif)), [422, 'FILE_NOT_ALLOWED', 'archivo'])
  })
})

describe('the form', () => {
  it('holds one file and known fields, and every problem is told at once', async () => {
    const form = formOf(text('hola'))
    form.set('descripcion', 'x'.repeat(251))
    form.set('es_confidencial', 'quizá')
    form.set('decripcion', 'x')
    const answer = await erp.admin.post(`${API}/${files.department}/adjuntos`, form)
    const problems = answer.json.errors.map((error: { code: string; field: string }) => [
      error.code,
      error.field,
    ])
    assert.deepEqual(
      [answer.status, problems],
      [
        422,
        [
          ['UNKNOWN_FIELD', 'decripcion'],
          ['VALIDATION', 'descripcion'],
          ['VALIDATION', 'es_confidencial'],
        ],
      ],
    )
    const none = await erp.admin.post(`${API}/${files.department}/adjuntos`, new FormData())
    assert.deepEqual(refusal(none).slice(0, 2), [422, 'VALIDATION'])
    const empty = await files.attach(text(''))
    assert.deepEqual(refusal(empty), [422, 'VALIDATION', 'archivo'])
    const two = formOf(text('uno'))
    two.append('archivo', new File(['dos'], 'dos.txt'))
    const both = await erp.admin.post(`${API}/${files.department}/adjuntos`, two)
    assert.deepEqual(refusal(both), [422, 'VALIDATION', 'archivo'])
    const json = await erp.admin.post(`${API}/${files.department}/adjuntos`, { archivo: 'x' })
    assert.deepEqual(refusal(json).slice(0, 2), [415, 'UNSUPPORTED_MEDIA_TYPE'])
    const other = await erp.admin.post(`${API}/Departamento`, formOf(text('x')))
    assert.deepEqual(refusal(other).slice(0, 2), [415, 'UNSUPPORTED_MEDIA_TYPE'])
    const broken = await erp.admin.send('POST', `${API}/${files.department}/adjuntos`, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="archivo"; filename="a.txt"\r\n\r\nhola',
    })
    assert.deepEqual(refusal(broken).slice(0, 2), [422, 'VALIDATION'])
  })

  it('may not be larger than the configuration says, and leaves nothing then', async () => {
    const before = await files.kept()
    const answer = await files.attach(text('x'.repeat(13 * 1024 * 1024)))
    assert.deepEqual(refusal(answer), [413, 'PAYLOAD_TOO_LARGE', 'archivo'])
    assert.deepEqual(await files.kept(), before)
  })

  it('cannot choose a place: of a name only what a list can show is kept', async () => {
    const names = { '../../../etc/passwd.txt': 'passwd.txt', 'a\u202egpj.txt': 'agpj.txt' }
    for (const [name, shown] of Object.entries(names)) {
      const answer = await files.attach({ name, content: name })
      assert.equal(answer.json.data.nombre, shown)
    }
  })

  it('of a client that goes away in the middle leaves nothing', async () => {
    const before = await files.kept()
    const sent = await files.halfAnUpload(erp.url, erp.admin.headers)
    sent.destroy()
    await eventually('nothing is left', async () => (await files.kept()).length === before.length)
  })

  it('for which the disk has no space is 507, and leaves nothing', async () => {
    const before = await files.kept()
    await erp.owner.execute(sql`
      create function public.sin_espacio() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await erp.owner.execute(sql`
      create trigger sin_espacio before insert on public.adjunto execute function public.sin_espacio()`)
    const answer = await files.attach(text('no cabe'))
    assert.deepEqual(refusal(answer).slice(0, 2), [507, 'DISK_FULL'])
    await erp.owner.execute(sql`drop function public.sin_espacio() cascade`)
    assert.deepEqual(await files.kept(), before)
  })
})

describe('contents', () => {
  it('that are equal are one file, also of uploads at once, and go with the last of them', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) => files.attached(text('lo mismo', `${index}.txt`))),
    )
    const mine = async () =>
      (await files.kept()).filter((name) => name === sha256('lo mismo')).length
    assert.equal(await mine(), 1)
    const removals = await Promise.all(
      ids.slice(1).map((id) => erp.admin.send('DELETE', `${API}/adjuntos/${id}`)),
    )
    assert.deepEqual(new Set(removals.map(({ status }) => status)), new Set([200]))
    assert.equal((await files.download(ids[0] ?? 0)).text, 'lo mismo')
    const both = await Promise.all([
      erp.admin.send('DELETE', `${API}/adjuntos/${ids[0]}`),
      erp.admin.send('DELETE', `${API}/adjuntos/${ids[0]}`),
      files.attach(text('lo mismo')),
    ])
    assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '201', '404'])
    assert.equal((await files.download(both[2].json.data.id)).text, 'lo mismo')
  })

  it('are of one company: another keeps its own, and reads and removes no other', async () => {
    const theirs = await erp.otherCompany()
    const made = await theirs.post(`${API}/Departamento`, { clave: 'X', nombre: 'X' })
    const to = `Departamento/${made.json.data.id}`
    const mine = await files.attached(text('secreto'))
    const own = await files.attached(text('secreto'), { to, by: theirs })
    const copies = (await files.kept()).filter((name) => name === sha256('secreto'))
    assert.deepEqual([copies.length, own], [2, 1])
    for (const [method, path] of [
      ['GET', `adjuntos/${mine}/contenido`],
      ['DELETE', `adjuntos/${mine}`],
    ] as const) {
      const answer = await theirs.send(method, `${API}/${path}`)
      assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'])
    }
    assert.equal((await files.download(mine)).text, 'secreto')
  })
})

describe('the virus scan', () => {
  it('a file that the virus scan finds clean is kept, one that it finds infected is not', async () => {
    assert.equal((await files.attach(text('limpio'))).status, 201)
    const before = await files.kept()
    assert.deepEqual(refusal(await files.attach(text('sucio'))), [422, 'FILE_INFECTED', 'archivo'])
    assert.deepEqual(await files.kept(), before)
  })

  it('a scan that fails or takes too long is 503, and nothing is kept', async () => {
    const before = await files.kept()
    for (const content of ['roto', 'lento']) {
      const answer = await files.attach(text(content))
      assert.deepEqual(refusal(answer).slice(0, 2), [503, 'UNAVAILABLE'])
      assert.ok(answer.headers.get('retry-after'))
    }
    assert.deepEqual(await files.kept(), before)
  })

  it('the scan gets the file and nothing of the service’s environment, also with several at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => files.attach(text(`ok ${index}`))),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    const log = await readFile(join(folder, 'log'), 'utf8')
    const lines = log.trim().split('\n')
    assert.ok(lines.length >= 5)
    for (const line of lines) {
      const [path = '', ...names] = line.split(' ')
      assert.ok(path.startsWith(join(erp.dataDir, 'attachments', 'incoming')), path)
      assert.deepEqual(
        names.filter((name) => !['PATH', 'PWD', 'SHLVL', 'OLDPWD', '_', ''].includes(name)),
        [],
      )
    }
  })
})
