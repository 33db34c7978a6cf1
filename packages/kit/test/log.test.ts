import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

async function logged(call: string): Promise<string> {
  const source = new URL('../src/log.ts', import.meta.url).href
  const script = `import { createLog } from '${source}'
    const log = createLog({ service: 's', level: 'info', format: 'json' })
    ${call}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  return stdout
}

test('a line is JSON with the service, a UTC instant and the message', async () => {
  const line: unknown = JSON.parse(await logged("log.info({ reqId: 'r1' }, 'hello')"))
  assert.partialDeepStrictEqual(line, { service: 's', reqId: 'r1', msg: 'hello' })
})

test('secrets never reach a line, at whatever depth they are usually held', async () => {
  const line = await logged(`log.info({
    password: 'hunter2', user: { token: 'hunter2', apiKey: 'hunter2' },
    req: { headers: { authorization: 'hunter2', 'x-api-key': 'hunter2' } } }, 'x')`)
  assert.equal(line.includes('hunter2'), false)
  assert.equal(line.split('[redacted]').length - 1, 5)
})
