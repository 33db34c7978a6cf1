import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

// `curl` with the options that tours have.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    include: { type: 'boolean', short: 'i' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd', multiple: true, default: [] },
    'data-urlencode': { type: 'string', multiple: true, default: [] },
    get: { type: 'boolean', short: 'G' },
    user: { type: 'string', short: 'u' },
    'write-out': { type: 'string', short: 'w' },
    form: { type: 'string', short: 'F', multiple: true, default: [] },
    output: { type: 'string', short: 'o' },
  },
})

async function formOf(fields: readonly string[]): Promise<FormData> {
  const form = new FormData()
  for (const field of fields) {
    const [name = '', value = ''] = field.split(/=(.*)/s)
    if (!value.startsWith('@')) form.append(name, value)
    else form.append(name, new File([await readFile(value.slice(1))], basename(value.slice(1))))
  }
  return form
}

const { data, form, get, header, include, output, request, user } = values
const encoded = values['data-urlencode'].map((field) => {
  const [name = '', value = ''] = field.split(/=(.*)/s)
  return `${name}=${encodeURIComponent(value)}`
})
const fields = [...data, ...encoded].join('&')
const isQuery = get === true || fields === ''
const body = form.length > 0 ? await formOf(form) : isQuery ? undefined : fields
const url = new URL(positionals[0] ?? '')
if (get === true) url.search = fields
const headers = header.map((line): [string, string] => {
  const [name = '', value = ''] = line.split(/:\s*(.*)/s)
  return [name, value]
})
if (user !== undefined) headers.push(['authorization', `Basic ${btoa(user)}`])
const isForm = typeof body === 'string' && !headers.some(([name]) => /^content-type$/i.test(name))
if (isForm) headers.push(['content-type', 'application/x-www-form-urlencoded'])
const response = await fetch(url, {
  method: request ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body === undefined ? {} : { body }),
})
const answer = Buffer.from(await response.arrayBuffer())
if (include === true) {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${response.status} ${response.statusText}`
  process.stdout.write(`${[status, ...lines].join('\r\n')}\r\n\r\n`)
}
if (output === undefined) process.stdout.write(answer)
else await writeFile(output, answer)
const type = response.headers.get('content-type') ?? ''
process.stdout.write((values['write-out'] ?? '').replaceAll('%{content_type}', type))
